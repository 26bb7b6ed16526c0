import { personalRecordsOf } from '../../platform/records/personal-records.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { viewerId } from '../../platform/session/viewer.server.ts'
import type { Route } from './+types/my-data'

/** Everything held about the account, as a file: the main API's part, and the shop's carts and order drafts. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const account = (await (await shop.api.exportAccount()).json()) as Record<string, unknown>
  const records = await personalRecordsOf(shop.database.queries, await viewerId(shop))
  const body = JSON.stringify({ ...account, shop: records }, null, 2)
  return new Response(body, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="my-data.json"',
      'Cache-Control': 'no-store',
    },
  })
}
