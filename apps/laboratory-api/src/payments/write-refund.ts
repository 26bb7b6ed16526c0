import { randomUUIDv7 } from 'node:crypto'
import type { Queries } from '@shop/database/open-database'
import type { AttemptState } from '@shop/domain/payment-states'
import { REFUND_FAILED } from '@shop/domain/refunds'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { isOfOrder, type OrderKey } from '../is-of-order.ts'
import { isRow, type OwnedKey } from '../owned.ts'
import type { PayableOrder } from './payable-orders.ts'
import { leftOf, refundsOf } from './request-refund.ts'
import {
  paymentAttempts,
  paymentRefunds,
  paymentTransactions,
  type RefundRow,
  type TransactionRow,
} from './tables.ts'

export const orderOf = ({ orderId, ownerId }: TransactionRow): OrderKey => ({ id: orderId, ownerId })

/**
 * The refund is still under way as it was read: an answer that was asked for earlier, or by a process that was held up,
 * changes nothing.
 */
export const isStillUnderWay = (refund: RefundRow) =>
  and(
    isRow(paymentRefunds, refund),
    eq(paymentRefunds.state, 'approved'),
    sql`${paymentRefunds.providerRefundId} is not distinct from ${refund.providerRefundId}`,
    sql`${paymentRefunds.sendKey} is not distinct from ${refund.sendKey}::uuid`,
  )

/**
 * Records that a refund is done, and the consequences for payment, attempt and order, if it is still under way as it
 * was read. The patient is notified; after a refund that had been done and failed, only if the money comes another way.
 */
export async function writeRefund(
  context: ApiContext,
  queries: Queries,
  { refund, providerRefundId }: { refund: RefundRow; providerRefundId: string | null },
): Promise<boolean> {
  const now = context.now()
  const { transactionId, endsOrder, ownerId } = refund
  const payment = { id: transactionId, ownerId }
  const locked = await lockPayment(queries, { context, payment })
  if (!locked) return false
  const { order, transaction } = locked
  const [done] = await queries
    .update(paymentRefunds)
    .set({
      state: 'done',
      version: sql`${paymentRefunds.version} + 1`,
      doneAt: now,
      providerRefundId,
      failure: null,
    })
    .where(isStillUnderWay(refund))
    .returning()
  if (!done) return false
  const others = await refundsOf(queries, [payment])
  const isFullyRefunded =
    leftOf(transaction, others) === 0 && others.every(({ state }) => state === 'done' || state === 'declined')
  if (isFullyRefunded) {
    await queries
      .update(paymentTransactions)
      .set({ refundedAt: now })
      .where(isRow(paymentTransactions, payment))
  }
  if (isFullyRefunded || endsOrder) await setAttempt(queries, transaction, { from: 'paid', to: 'refunded' })
  const isRepeated = done.reversals.length > 0
  if (isRepeated) await flagDue(context, queries, order)
  else if (!endsOrder) {
    const refundDue = await isAnotherRefundDue(queries, order)
    await context.payableOrders.noteRefund(queries, { order, refundDue, now })
  }
  if (!isRepeated || done.outsideWay) {
    await context.mail.send(queries, 'refunded', { transactionId, refundId: refund.id, orderId: order.id })
  }
  return true
}

/**
 * Records that a refund that the provider had accepted has failed, if it is still as it was read: it is under way
 * again, refused, until people send it again or pay it another way. If it was done, the books keep both movements.
 */
export async function failRefund(
  context: ApiContext,
  queries: Queries,
  { id, ownerId, transactionId, providerRefundId }: RefundRow,
): Promise<boolean> {
  const now = context.now()
  const payment = { id: transactionId, ownerId }
  const locked = await lockPayment(queries, { context, payment })
  const refund = (await refundsOf(queries, [payment])).find((one) => one.id === id)
  const isAsRead =
    refund?.providerRefundId === providerRefundId && ['approved', 'done'].includes(refund?.state ?? '')
  if (!locked || !refund || !providerRefundId || !isAsRead) return false
  const { order, transaction } = locked
  const { state, doneAt, reversals } = refund
  const reversal = doneAt && {
    refundId: providerRefundId,
    doneAt: doneAt.toISOString(),
    failedAt: now.toISOString(),
  }
  await queries
    .update(paymentRefunds)
    .set({
      state: 'approved',
      version: refund.version + 1,
      doneAt: null,
      providerRefundId: null,
      failure: REFUND_FAILED,
      sendKey: randomUUIDv7(),
      reversals: reversal ? [...reversals, reversal] : reversals,
    })
    .where(isRow(paymentRefunds, refund))
  if (state !== 'done') return true
  await queries
    .update(paymentTransactions)
    .set({ refundedAt: null })
    .where(isRow(paymentTransactions, payment))
  const others = await refundsOf(queries, [payment])
  const hasEndedOrder = others.some((one) => one.state === 'done' && one.endsOrder)
  if (!hasEndedOrder) await setAttempt(queries, transaction, { from: 'refunded', to: 'paid' })
  await flagDue(context, queries, order)
  return true
}

/** The payment as the last holder of its order's lock left it. */
async function lockPayment(
  queries: Queries,
  { context, payment }: { context: ApiContext; payment: OwnedKey },
): Promise<{ order: PayableOrder; transaction: TransactionRow } | null> {
  const find = async () =>
    (await queries.select().from(paymentTransactions).where(isRow(paymentTransactions, payment)))[0]
  const unlocked = await find()
  const order = unlocked && (await context.payableOrders.lock(queries, orderOf(unlocked)))
  const transaction = order && (await find())
  return transaction ? { order, transaction } : null
}

async function setAttempt(
  queries: Queries,
  { attemptId, ownerId }: TransactionRow,
  { from, to }: { from: AttemptState; to: AttemptState },
): Promise<void> {
  await queries
    .update(paymentAttempts)
    .set({ state: to })
    .where(and(isRow(paymentAttempts, { id: attemptId, ownerId }), eq(paymentAttempts.state, from)))
}

async function flagDue(context: ApiContext, queries: Queries, order: PayableOrder): Promise<void> {
  const refundDue = await isAnotherRefundDue(queries, order)
  await context.payableOrders.flagRefund(queries, { order, refundDue })
}

async function isAnotherRefundDue(queries: Queries, order: OrderKey): Promise<boolean> {
  const due = await queries
    .select({ id: paymentTransactions.id })
    .from(paymentTransactions)
    .where(
      and(
        isOfOrder(paymentTransactions, order),
        ne(paymentTransactions.kind, 'settled'),
        isNull(paymentTransactions.refundedAt),
      ),
    )
    .limit(1)
  return due.length > 0
}
