import { Problem } from '@shop/contract/problem'
import { endSessionOn401, requireLogin } from './session.server.ts'
import type { Shop } from './shop-context.server.ts'

/**
 * Runs what a page needs of a logged-in visitor. A guest is sent to the login page, a spent session too. Cookies
 * that name somebody else's cart or a laboratory that is gone are forgotten, and the work is done without them.
 */
export async function forViewer<T>(shop: Shop, request: Request, work: () => Promise<T>): Promise<T> {
  requireLogin(shop, request)
  try {
    return await work().catch((error: unknown) => {
      if (!forgetStaleCookie(shop, error)) throw error
      return work()
    })
  } catch (error) {
    endSessionOn401(shop, request, error)
  }
}

function forgetStaleCookie(shop: Shop, error: unknown): boolean {
  if (!(error instanceof Problem)) return false
  if (error.code === 'not_found' && shop.cartStorageId !== undefined) {
    shop.cartStorageId = undefined
    shop.cookies.clear('cartStorageId')
    return true
  }
  if (error.code === 'unknown_laboratory' && shop.activeLaboratoryId !== undefined) {
    shop.activeLaboratoryId = undefined
    shop.cookies.clear('activeLaboratoryId')
    return true
  }
  return false
}
