import { forViewer } from '../../for-viewer.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/my-data'

/** Everything held about the account, as a file. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { body } = await forViewer(shop, request, () => shop.api.exportAccount())
  return new Response(body, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="my-data.json"',
      'Cache-Control': 'no-store',
    },
  })
}
