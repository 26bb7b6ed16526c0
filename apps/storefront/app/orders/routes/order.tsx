import { readForm } from '../../platform/forms/read-form.server.ts'
import { revalidateAfterRefusal } from '../../platform/forms/use-form-fields.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { changeOrder } from '../change-order.server.ts'
import { loadOrder } from '../load-order.server.ts'
import { OrderPage } from '../order-page.tsx'
import { useLastingRefusal } from '../use-lasting-refusal.ts'
import type { Route } from './+types/order'

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const order = await loadOrder(shop, params.orderId)
  return { order, asksCancel: url.searchParams.get('ask') === 'cancel' }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return changeOrder(shop, params.orderId, await readForm(shop, request))
}

export const shouldRevalidate = revalidateAfterRefusal

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  const { id, state } = loaderData.order
  const failure = useLastingRefusal(actionData, state)
  // The forms of another order are different forms, even if they ask the same people the same questions.
  return <OrderPage key={id} {...loaderData} failure={failure} />
}
