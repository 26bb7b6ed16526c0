import { forViewer } from '../../platform/session/for-viewer.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { OrdersPage } from '../orders-page.tsx'
import { readOrders } from '../orders-view.server.ts'
import type { Route } from './+types/orders'

export function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return forViewer(shop, request, () => readOrders(shop))
}

export default function Orders({ loaderData }: Route.ComponentProps) {
  return <OrdersPage orders={loaderData} />
}
