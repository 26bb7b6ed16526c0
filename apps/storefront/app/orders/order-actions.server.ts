import { ApiProblem } from '@shop/contract/main-api-client'
import { data, redirect, redirectDocument } from 'react-router'
import { orderProblemMessage } from '../checkout/order-problem.ts'
import { paymentRedirect } from '../checkout/payment-redirect.server.ts'
import { problemOf } from '../checkout/problem-of.server.ts'
import { formTexts, refuse } from '../platform/forms/form-failure.server.ts'
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

export async function actOnOrder(shop: Shop, orderId: string, form: FormData) {
  const texts = formTexts(form)
  const intent = texts.intent ?? ''
  const act = Object.hasOwn(ACTS, intent) ? ACTS[intent] : undefined
  if (!act) throw data(null, { status: 400 })
  try {
    return await act(shop, orderId)
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) throw data(null, { status: 404 })
    const problem = problemOf(error)
    const title = problem && orderProblemMessage(problem.code)
    if (!problem || !title) throw error
    return refuse({ intent, texts, title, status: problem.status })
  }
}
