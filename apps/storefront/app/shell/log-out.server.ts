import { ApiProblem, ApiUnreachable } from '@shop/contract/main-api-client'
import { signOut } from '../platform/session/session.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'

/** Ends the session here and, if it answers, at the main API. */
export async function logOut({ shop }: { shop: Shop }): Promise<void> {
  if (shop.token) {
    await shop.api.logout().catch((error: unknown) => {
      if (!(error instanceof ApiProblem || error instanceof ApiUnreachable)) throw error
      shop.logger.warn('token not revoked')
    })
  }
  signOut(shop)
}
