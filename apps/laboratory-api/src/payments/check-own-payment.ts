import { Problem } from '@shop/contract/problem'
import type { Viewer } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { lookAtPayments } from './watch-payment.ts'

/**
 * For a customer who returns from the payment page before the notification arrives: asks the provider about the order.
 * An order that awaits no payment is left alone, and it is no error if the provider does not answer. After many such
 * questions within an hour it is not asked: its notification, or the watch over open payments, settles the order.
 * @throws Problem not_found
 */
export async function checkOwnPayment(
  context: ApiContext,
  { viewer, orderId }: { viewer: Viewer; orderId: string },
): Promise<void> {
  const { userId } = viewer
  const order = await context.payableOrders.findOwn(context.database.queries, { userId, orderId })
  if (!order) throw new Problem('not_found')
  if (order.state !== 'awaitingPayment') return
  if (await context.limits.exceeds('paymentCheckPerAccount', userId)) return
  await lookAtPayments(context, order)
}
