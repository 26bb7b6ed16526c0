import { data, redirect, redirectDocument } from 'react-router'
import { paymentRedirect } from '../checkout/create-order.server.ts'
import { attempt } from '../platform/forms/attempt.server.ts'
import type { SentForm } from '../platform/forms/read-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { orderAgain } from './order-again.server.ts'

const SEE_OTHER = 303

type Act = (shop: Shop, orderId: string) => Promise<Response>

/** What the buttons of an order do, by their `intent`. */
const ACTS: Readonly<Record<string, Act>> = {
  async pay(shop, orderId) {
    const { redirectUrl } = await shop.api.payOrder(orderId)
    return redirectDocument(paymentRedirect(shop, redirectUrl), SEE_OTHER)
  },
  async cancel(shop, orderId) {
    await shop.api.cancelOrder(orderId)
    return redirect(pathOf('order', { orderId }))
  },
  async again(shop, orderId) {
    const { isComplete } = await orderAgain({ shop, orderId })
    return redirect(`${pathOf('cart')}?notice=${isComplete ? 'reordered' : 'reorderedPartly'}`)
  },
}

export async function actOnOrder(
  shop: Shop,
  orderId: string,
  { intent, texts }: Pick<SentForm, 'intent' | 'texts'>,
) {
  const act = Object.hasOwn(ACTS, intent) ? ACTS[intent] : undefined
  if (!act) throw data(null, { status: 400 })
  return attempt({ shop, intent, texts }, () => act(shop, orderId))
}
