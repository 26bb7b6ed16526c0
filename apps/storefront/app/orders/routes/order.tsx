import { readForm } from '../../platform/forms/read-form.server.ts'
import { revalidateAfterRefusal } from '../../platform/forms/revalidate-after-refusal.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { requireOrder } from '../find-submitted-order.server.ts'
import { actOnOrder } from '../order-actions.server.ts'
import { OrderPage } from '../order-page.tsx'
import type { Route } from './+types/order'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const order = await requireOrder(shop, params.orderId)
  return { order, asksCancel: new URL(request.url).searchParams.get('ask') === 'cancel' }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return actOnOrder(shop, params.orderId, await readForm(shop, request))
}

export const shouldRevalidate = revalidateAfterRefusal

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  return <OrderPage {...loaderData} failure={actionData} />
}
