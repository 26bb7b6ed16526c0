import type { Queries } from '@shop/database/open-database'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { isOfOrder, type OrderKey } from '../is-of-order.ts'
import { isRow } from '../owned.ts'
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
 * was read. The patient is notified.
 */
export async function writeRefund(
  context: ApiContext,
  queries: Queries,
  { refund, providerRefundId }: { refund: RefundRow; providerRefundId: string | null },
): Promise<void> {
  const now = context.now()
  const { transactionId, endsOrder, ownerId } = refund
  const payment = { id: transactionId, ownerId }
  const [transaction] = await queries
    .select()
    .from(paymentTransactions)
    .where(isRow(paymentTransactions, payment))
  const order = transaction && (await context.settlement.lock(queries, orderOf(transaction)))
  if (!order) return
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
    .returning({ id: paymentRefunds.id })
  if (!done) return
  const others = await refundsOf(queries, [payment])
  const isFullyRefunded =
    leftOf(transaction, others) === 0 && others.every(({ state }) => state === 'done' || state === 'declined')
  if (isFullyRefunded) {
    await queries
      .update(paymentTransactions)
      .set({ refundedAt: now })
      .where(isRow(paymentTransactions, payment))
  }
  if (isFullyRefunded || endsOrder) {
    await queries
      .update(paymentAttempts)
      .set({ state: 'refunded' })
      .where(
        and(
          eq(paymentAttempts.id, transaction.attemptId),
          eq(paymentAttempts.ownerId, ownerId),
          eq(paymentAttempts.state, 'paid'),
        ),
      )
  }
  if (!endsOrder) {
    const refundDue = await isAnotherRefundDue(queries, order)
    await context.settlement.noteRefund(queries, { order, refundDue, now })
  }
  await context.mail.send(queries, 'refunded', { transactionId, refundId: refund.id, orderId: order.id })
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
