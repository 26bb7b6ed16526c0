import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { and, eq } from 'drizzle-orm'
import { holdOwnAccount } from '../accounts/lock-account.ts'
import type { Viewer } from '../api.ts'
import { audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { isOfOrder, type OrderKey } from '../is-of-order.ts'
import { ordersCounted } from '../metrics.ts'
import { isRow, type OwnedKey } from '../owned.ts'
import { endAttempts } from '../payments/attempt-queries.ts'
import { refundPayment } from '../payments/refund-payment.ts'
import { leftOf, lockPayment, type RefundRequest } from '../payments/request-refund.ts'
import { paymentTransactions } from '../payments/tables.ts'
import { watchLater } from '../payments/watch-payment.ts'
import { advanceOrder } from './advance-order.ts'
import { requireChangeable } from './move-visit.ts'
import { lockOrder } from './order-queries.ts'
import { type OrderActor, type OrderCause, type OrderRow, orders } from './tables.ts'

/**
 * Cancels an order of the account. An unpaid order ends immediately. A paid order can be cancelled up to the network's
 * limit before the visit, with a full refund. If the network has moved the visit and the patient has not agreed,
 * it can be cancelled until the visit begins.
 * @throws Problem not_found, order_not_cancellable, visit_not_changeable
 */
export async function cancelOrder(
  context: ApiContext,
  { viewer, orderId, requestId }: { viewer: Viewer; orderId: string; requestId: string },
): Promise<void> {
  const { userId } = viewer
  const [order] = await context.database.queries
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId)))
  if (!order) throw new Problem('not_found')
  const before = (queries: Queries) => holdOwnAccount(queries, viewer)
  const note = (queries: Queries) =>
    audit(queries, { requestId, userId, actor: 'user', action: 'update', kind: 'order', id: orderId })
  if (order.state === 'paid') {
    requireChangeable(context, order)
    await cancelPaid(context, order, {
      before,
      async also(queries) {
        // The visit has been moved in the meantime, perhaps by the desk: another limit applies.
        const [now] = await queries.select().from(orders).where(isRow(orders, order))
        if (now?.visitStart.getTime() !== order.visitStart.getTime()) throw new Problem('stale_write')
        await note(queries)
      },
    })
  } else {
    await cancelUnpaid(context, { order, actor: 'user', before, also: note })
  }
}

/** Ends a paid order with a full refund. Returns the state of the refund. @throws Problem order_not_cancellable */
export async function cancelPaid(
  context: ApiContext,
  order: OrderRow,
  refund: Omit<RefundRequest, 'payment'>,
) {
  const [payment] = await context.database.queries
    .select({ id: paymentTransactions.id, ownerId: paymentTransactions.ownerId })
    .from(paymentTransactions)
    .where(and(isOfOrder(paymentTransactions, order), eq(paymentTransactions.kind, 'settled')))
  if (!payment) throw new Problem('order_not_cancellable')
  try {
    const { state } = await refundPayment(context, { ...refund, payment, endsOrder: true })
    if (state !== 'requested') ordersCounted.inc({ event: 'cancelled' })
    return state
  } catch (error) {
    const isNotRefunded = error instanceof Problem && error.code === 'conflict'
    if (!isNotRefunded) throw error
    await endRefunded(context, payment, refund)
    return 'done'
  }
}

/**
 * Ends a paid order of whose payment nothing is left, since it was refunded while the order went on.
 * @throws Problem order_not_cancellable: the laboratory has started, or money is left
 */
async function endRefunded(
  context: ApiContext,
  payment: OwnedKey,
  { before, also, by }: Omit<RefundRequest, 'payment'>,
): Promise<void> {
  const now = context.now()
  await context.database.transaction(async (queries) => {
    await before?.(queries)
    const { order, transaction, own } = await lockPayment(context, queries, payment)
    const isDecided = own.every(({ state }) => state !== 'requested')
    if (order.state !== 'paid' || !isDecided || leftOf(transaction, own) > 0) {
      throw new Problem('order_not_cancellable')
    }
    const actor = by?.origin === 'staff' ? 'operator' : 'user'
    await context.payableOrders.refund(queries, { order, actor, now })
    await also?.(queries)
  })
  ordersCounted.inc({ event: 'cancelled' })
}

interface CancelUnpaid {
  order: OrderKey
  actor: OrderActor
  cause?: OrderCause
  /** Takes the locks that come before the order's. */
  before?: (queries: Queries) => Promise<void>
  also: (queries: Queries) => Promise<void>
}

/**
 * Ends an unpaid order and frees its place. The payment page may still be open somewhere: it is closed where the
 * provider can do that, and a payment that arrives anyway is marked for refund.
 * @throws Problem order_not_cancellable
 */
export async function cancelUnpaid(
  context: ApiContext,
  { order, actor, cause = 'patientRequest', before, also }: CancelUnpaid,
): Promise<void> {
  const now = context.now()
  await context.database.transaction(async (queries) => {
    await before?.(queries)
    const locked = await lockOrder(queries, order)
    if (!locked) throw new Problem('order_not_cancellable')
    const moved = await advanceOrder(queries, {
      order: locked,
      command: 'cancel',
      cause,
      actor,
      now,
    })
    if (!moved) throw new Problem('order_not_cancellable')
    await endAttempts(queries, { order: locked, state: 'cancelled' })
    await watchLater(queries, { context, orderId: locked.id, since: now.toISOString(), look: 0 })
    await also(queries)
  })
  ordersCounted.inc({ event: 'cancelled' })
}
