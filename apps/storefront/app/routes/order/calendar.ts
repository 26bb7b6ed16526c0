import { forViewer } from '../../for-viewer.server.ts'
import { passFileOn } from '../../platform/pass-file-on.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/calendar'

export function loader({ context, request, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return forViewer(shop, request, () => passFileOn(() => shop.api.orderCalendar(params.orderId)))
}
