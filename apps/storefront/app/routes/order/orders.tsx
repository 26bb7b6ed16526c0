import { OrdersPage } from '../../features/order/orders-page.tsx'
import { readOrders } from '../../features/order/orders-view.server.ts'
import { forViewer } from '../../for-viewer.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/orders'

export function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return forViewer(shop, request, () => readOrders(shop))
}

export default function Orders({ loaderData }: Route.ComponentProps) {
  return <OrdersPage orders={loaderData} />
}
