import { personalIdSchema } from '@shop/contract/fields'
import { ApiProblem } from '@shop/contract/main-api-client'
import { data, redirect } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'
import { type OrderView, readOrderView } from './order-view.server.ts'

/** One order by the id of an address, which may be anything. A stranger's is not found. */
export async function requireOrder(
  shop: Shop,
  orderId: string | undefined,
  options: { isBack?: boolean } = {},
): Promise<OrderView> {
  if (!personalIdSchema.safeParse(orderId).success) throw data(null, { status: 404 })
  try {
    return await readOrderView(shop, orderId!, options)
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) throw data(null, { status: 404 })
    throw error
  }
}

/** What the payment pages add to the address: bePaid and Stripe. */
const MARKS = ['token', 'session']

/** The order named by the address, else the newest. What the payment page adds to the address decides nothing but that the provider is asked. */
export async function findSubmittedOrder(shop: Shop, query: URLSearchParams): Promise<OrderView> {
  const orderId = query.get('orderId')
  if (orderId) return requireOrder(shop, orderId, { isBack: MARKS.some((mark) => query.has(mark)) })
  const [latest] = await shop.api.orders()
  if (!latest) throw redirect(pathOf('orders'))
  return readOrderView(shop, latest.id)
}

/** After the account's first paid order a second step of the login is offered, where there is none. */
export async function offersSecondStep(shop: Shop, { state }: OrderView): Promise<boolean> {
  if (state !== 'paid') return false
  const [user, orders] = await Promise.all([currentUser(shop), shop.api.orders()])
  return !user.hasSecondFactor && orders.length === 1
}
