import type { OrderState } from '@shop/domain/order-states'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { keptForm } from '../../platform/forms/form-draft.server.ts'
import type { FormFailure } from '../../platform/forms/form-failure.ts'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { revalidateAfterRefusal } from '../../platform/forms/use-form-fields.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { changeOrder } from '../change-order.server.ts'
import { loadOrder } from '../load-order.server.ts'
import { OrderPage } from '../order-page.tsx'
import type { Route } from './+types/order'

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const order = await loadOrder(shop, params.orderId)
  const kept = await keptForm(shop, url)
  const { searchParams: query } = url
  return {
    order,
    kept,
    asksCancel: query.get('ask') === 'cancel',
    isAnswered: query.get('notice') === 'answered',
  }
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

/**
 * Keeps a refusal on the page while the page loads its data again by itself, with which the router forgets it. It ends
 * with the next form or page, and when the order has another state: then it may no longer be true.
 */
function useLastingRefusal(refusal: FormFailure | undefined, state: OrderState): FormFailure | undefined {
  const { key } = useLocation()
  const about = `${key} ${state}`
  const [kept, keep] = useState({ about, refusal })
  const isSame = kept.about === about
  if (!isSame || (refusal && refusal !== kept.refusal)) keep({ about, refusal })
  return refusal ?? (isSame ? kept.refusal : undefined)
}
