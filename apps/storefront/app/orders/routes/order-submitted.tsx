import { shopContext } from '../../platform/session/shop-context.server.ts'
import { loadOrderSubmitted, offersSecondStep } from '../load-order.server.ts'
import { OrderPage } from '../order-page.tsx'
import type { Route } from './+types/order-submitted'

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const order = await loadOrderSubmitted(shop, url.searchParams)
  return { order, offersSecondStep: await offersSecondStep(shop, order) }
}

export default function OrderSubmitted({ loaderData }: Route.ComponentProps) {
  return <OrderPage {...loaderData} isFresh />
}
