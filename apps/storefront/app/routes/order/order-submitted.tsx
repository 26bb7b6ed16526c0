import { findSubmittedOrder } from '../../features/order/find-submitted-order.server.ts'
import { OrderPage } from '../../features/order/order-page.tsx'
import { forViewer } from '../../for-viewer.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/order-submitted'

export function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const query = new URL(request.url).searchParams
  return forViewer(shop, request, () => findSubmittedOrder(shop, query))
}

export default function OrderSubmitted({ loaderData }: Route.ComponentProps) {
  return <OrderPage order={loaderData} isFresh />
}
