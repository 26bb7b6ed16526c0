import { shopContext } from '../../platform/session/shop-context.server.ts'
import { findSubmittedOrder } from '../find-submitted-order.server.ts'
import { OrderPage } from '../order-page.tsx'
import type { Route } from './+types/order-submitted'

export function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const query = new URL(request.url).searchParams
  return findSubmittedOrder(shop, query)
}

export default function OrderSubmitted({ loaderData }: Route.ComponentProps) {
  return <OrderPage order={loaderData} isFresh />
}
