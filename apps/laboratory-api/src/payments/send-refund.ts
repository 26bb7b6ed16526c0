import type { Queries } from '@shop/database/open-database'
import type { RefundState } from '@shop/domain/refunds'
import { refunds as refundCount } from '@shop/server/metrics'
import { and, asc, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { ProviderUnavailable } from './provider.ts'
import { leftOf, refundsOf } from './request-refund.ts'
import { paymentAttempts, paymentRefunds, paymentTransactions, type RefundRow } from './tables.ts'

const MINUTE = 60_000
/** Longer than a provider is waited for: an older claim is of a process that ended. */
const CLAIM_MS = 2 * MINUTE
/** A provider knows a repetition by its key for a day: later, people look before anything is sent again. */
const RESEND_MS = 20 * 60 * MINUTE
const SENT_AT_ONCE = 100

/**
 * Sends an agreed refund to the provider, then writes the books. Who comes first claims the payment, so that
 * the provider is asked once; stopped in between, it is sent again under the same key when the claim has run
 * out. Answers how the refund stands: what the provider did not take stays on its way.
 */
export async function sendRefund(context: ApiContext, refundId: string): Promise<RefundState> {
  const { queries } = context.database
  const found = await findRefund(queries, refundId)
  if (found?.refund.state !== 'approved' || found.refund.outsideWay) return found?.refund.state ?? 'declined'
  const { refund, transaction } = found
  if (!(await claim(context, transaction.id))) return (await findRefund(queries, refundId))!.refund.state
  // Whoever held the claim before may have sent it.
  const now = await findRefund(queries, refundId)
  if (now?.refund.state !== 'approved' || now.refund.outsideWay) {
    await release(context, transaction.id)
    return now!.refund.state
  }
  const order = await context.settlement.find(queries, transaction.orderId)
  let providerRefundId: string | null
  try {
    providerRefundId = await context.provider.refund({
      transactionId: transaction.transactionId,
      amount: refund.amount,
      key: refund.id,
      reason: `Order ${order?.number}`,
    })
  } catch (error) {
    await release(context, transaction.id)
    if (!(error instanceof ProviderUnavailable)) throw error
    await queries
      .update(paymentRefunds)
      .set({ failure: error.reason })
      .where(and(eq(paymentRefunds.id, refundId), eq(paymentRefunds.state, 'approved')))
    context.logger.warn({ orderId: order?.id, refundId, reason: error.reason }, 'refund not taken')
    return 'approved'
  }
  await context.database.transaction((inside) => writeRefund(context, inside, { refund, providerRefundId }))
  refundCount.inc({ provider: transaction.provider })
  context.logger.info({ orderId: order?.id, transactionId: transaction.id, refundId }, 'payment refunded')
  return 'done'
}

/** The net under all that is on its way: sends again what no provider has taken yet. */
export async function sendWaitingRefunds(context: ApiContext): Promise<void> {
  const now = context.now().getTime()
  const waiting = await context.database.queries
    .select({ id: paymentRefunds.id })
    .from(paymentRefunds)
    .innerJoin(paymentTransactions, eq(paymentTransactions.id, paymentRefunds.transactionId))
    .where(
      and(
        eq(paymentRefunds.state, 'approved'),
        isNull(paymentRefunds.outsideWay),
        eq(paymentTransactions.provider, context.provider.name),
        lt(paymentRefunds.decidedAt, new Date(now - CLAIM_MS)),
        gt(paymentRefunds.decidedAt, new Date(now - RESEND_MS)),
      ),
    )
    .orderBy(asc(paymentRefunds.requestedAt))
    .limit(SENT_AT_ONCE)
  for (const { id } of waiting) await sendRefund(context, id)
}

/** False while somebody else is about to give something of the payment back. */
export async function claim({ database, now }: ApiContext, transactionId: string): Promise<boolean> {
  const claimed = await database.queries
    .update(paymentTransactions)
    .set({ refundClaimedAt: now() })
    .where(
      and(
        eq(paymentTransactions.id, transactionId),
        or(
          isNull(paymentTransactions.refundClaimedAt),
          lt(paymentTransactions.refundClaimedAt, new Date(now().getTime() - CLAIM_MS)),
        ),
      ),
    )
    .returning({ id: paymentTransactions.id })
  return claimed.length > 0
}

export async function release({ database }: ApiContext, transactionId: string): Promise<void> {
  await database.queries
    .update(paymentTransactions)
    .set({ refundClaimedAt: null })
    .where(eq(paymentTransactions.id, transactionId))
}

export async function findRefund(queries: Queries, refundId: string) {
  const [found] = await queries
    .select({ refund: paymentRefunds, transaction: paymentTransactions })
    .from(paymentRefunds)
    .innerJoin(paymentTransactions, eq(paymentTransactions.id, paymentRefunds.transactionId))
    .where(eq(paymentRefunds.id, refundId))
  return found ?? null
}

/** Writes that a refund is done, and what follows of it for payment, attempt and order. The patient is told. */
export async function writeRefund(
  context: ApiContext,
  queries: Queries,
  {
    refund: { id, transactionId, endsOrder },
    providerRefundId,
  }: { refund: RefundRow; providerRefundId: string | null },
): Promise<void> {
  const now = context.now()
  const [transaction] = await queries
    .select()
    .from(paymentTransactions)
    .where(eq(paymentTransactions.id, transactionId))
  const key = transaction && (await context.settlement.orderOfPayment(queries, transactionId))
  const order = key && (await context.settlement.lock(queries, key))
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
    .where(and(eq(paymentRefunds.id, id), eq(paymentRefunds.state, 'approved')))
    .returning({ id: paymentRefunds.id })
  if (!done) return
  const others = await refundsOf(queries, [transactionId])
  const isWhollyBack =
    leftOf(transaction, others) === 0 && others.every(({ state }) => state === 'done' || state === 'declined')
  await queries
    .update(paymentTransactions)
    .set({ refundClaimedAt: null, ...(isWhollyBack ? { refundedAt: now } : {}) })
    .where(eq(paymentTransactions.id, transactionId))
  if (isWhollyBack || endsOrder) {
    await queries
      .update(paymentAttempts)
      .set({ state: 'refunded' })
      .where(and(eq(paymentAttempts.id, transaction.attemptId), eq(paymentAttempts.state, 'paid')))
  }
  if (!endsOrder) {
    const refundDue = await isAnotherDue(queries, transaction.orderId)
    await context.settlement.noteRefund(queries, { order, refundDue, now })
  }
  await context.mail.send(queries, 'refunded', { transactionId, refundId: id, orderId: transaction.orderId })
}

async function isAnotherDue(queries: Queries, orderId: string): Promise<boolean> {
  const due = await queries
    .select({ id: paymentTransactions.id })
    .from(paymentTransactions)
    .where(
      and(
        eq(paymentTransactions.orderId, orderId),
        ne(paymentTransactions.kind, 'settled'),
        isNull(paymentTransactions.refundedAt),
      ),
    )
    .limit(1)
  return due.length > 0
}
