import { passOn } from '../../features/order/order-paper.server.ts'
import { forViewer } from '../../for-viewer.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/calendar'

export function loader({ context, request, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return forViewer(shop, request, () => passOn(params.orderId, shop.api.orderCalendar))
}
