import { z } from 'zod'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import type { Route } from './+types/my-data'

const exportedSchema = z.record(z.string(), z.unknown())

/**
 * Everything stored about the account, as a file. The main API's answer includes the shop's carts and order drafts,
 * for which it asks the shop.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const account = exportedSchema.parse(await (await shop.api.exportAccount()).json())
  const body = JSON.stringify(account, null, 2)
  return new Response(body, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="my-data.json"',
      'Cache-Control': 'no-store',
    },
  })
}
