import { randomUUIDv7 } from 'node:crypto'
import type { Queries } from '@shop/database/open-database'
import { LIVE_ATTEMPT_STATES, type Verdict } from '@shop/domain/payment-states'
import { payments } from '@shop/server/metrics'
import { and, eq, inArray, isNull, ne, notInArray } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import type { PaymentReport } from './provider.ts'
import { type EventSource, hasEvent, recordEvent } from './record-event.ts'
import type { PayableOrder } from './settlement.ts'
import { type AttemptRow, paymentAttempts, paymentTransactions } from './tables.ts'

interface Settling {
  queries: Queries
  context: ApiContext
  order: PayableOrder
  attempt: AttemptRow
  report: PaymentReport
  now: Date
}

export interface Settled {
  verdict: Verdict
  /** Null where the attempt is not ours. */
  orderId: string | null
}

/**
 * Takes what a provider reports about an attempt into account: the one place where money becomes a paid order.
 * Notifications, the watch over open payments and "pay again" all come here. One transaction with the order's row
 * locked; the provider's transaction id is unique, so whatever comes twice, at once or out of order counts once.
 */
export async function settlePayment(
  context: ApiContext,
  { attemptId, report, event }: { attemptId: string; report: PaymentReport; event: EventSource },
): Promise<Settled> {
  const now = context.now()
  const { verdict, orderId } = await context.database.transaction(async (queries) => {
    const found = await lockOrderOfAttempt(queries, { attemptId, context })
    const verdict = found ? await judge({ queries, context, ...found, report, now }) : 'unknownAttempt'
    await recordEvent(queries, { ...event, provider: context.provider.name, attemptId, verdict, now })
    return { verdict, orderId: found?.order.id ?? null }
  })
  payments.inc({ provider: context.provider.name, verdict })
  const isAlarming = ['mismatch', 'unknownAttempt', 'secondPayment', 'latePayment'].includes(verdict)
  context.logger[isAlarming ? 'warn' : 'info'](
    { orderId, attemptId, verdict, source: event.source },
    'payment',
  )
  return { verdict, orderId }
}

/** The attempt is read after the order's lock is held, so that it is what the last holder left. */
async function lockOrderOfAttempt(
  queries: Queries,
  { attemptId, context }: { attemptId: string; context: ApiContext },
): Promise<{ order: PayableOrder; attempt: AttemptRow } | null> {
  const isOurs = and(eq(paymentAttempts.id, attemptId), eq(paymentAttempts.provider, context.provider.name))
  const [named] = await queries
    .select({ orderId: paymentAttempts.orderId })
    .from(paymentAttempts)
    .where(isOurs)
  const order = named ? await context.settlement.lock(queries, named.orderId) : null
  if (!order) return null
  const [attempt] = await queries.select().from(paymentAttempts).where(isOurs)
  return attempt ? { order, attempt } : null
}

async function judge(settling: Settling): Promise<Verdict> {
  const { report, attempt } = settling
  if (report.outcome === 'paid' || report.outcome === 'failed') {
    const isOurs =
      report.amount === attempt.amount && report.currency === attempt.currency && report.test === attempt.test
    if (!isOurs) return refuse(settling)
  }
  switch (report.outcome) {
    case 'paid':
      return takeMoney(settling)
    case 'failed':
      await closeAttempt(settling, 'failed')
      return 'failedTry'
    case 'expired':
      await closeAttempt(settling, 'expired')
      return 'pageExpired'
    case 'waiting':
      return 'waiting'
  }
}

/** Another amount, currency or mode than was asked for: nothing moves, and people are told once. */
async function refuse({ queries, context, attempt, report }: Settling): Promise<Verdict> {
  const { id: attemptId } = attempt
  const isKnown = await hasEvent(queries, { attemptId, verdict: 'mismatch' })
  if (report.outcome === 'paid' && !isKnown)
    await context.mail.send(queries, 'paymentMismatch', { attemptId })
  return 'mismatch'
}

/** A live attempt gets the state; one that is over keeps its own. The page's end is noted either way. */
async function closeAttempt({ queries, attempt, report, now }: Settling, state: 'failed' | 'expired') {
  await queries
    .update(paymentAttempts)
    .set({ state })
    .where(and(eq(paymentAttempts.id, attempt.id), inArray(paymentAttempts.state, [...LIVE_ATTEMPT_STATES])))
  if (!report.closed) return
  await queries
    .update(paymentAttempts)
    .set({ closedAt: now })
    .where(and(eq(paymentAttempts.id, attempt.id), isNull(paymentAttempts.closedAt)))
}

async function takeMoney(settling: Settling): Promise<Verdict> {
  const { queries, order, attempt, report, now } = settling
  if (!report.transactionId) return refuse(settling)
  const kind =
    order.state === 'awaitingPayment'
      ? 'settled'
      : order.state === 'expired' || order.state === 'cancelled'
        ? 'late'
        : 'second'
  const [transaction] = await queries
    .insert(paymentTransactions)
    .values({
      id: randomUUIDv7(),
      provider: attempt.provider,
      transactionId: report.transactionId,
      attemptId: attempt.id,
      orderId: order.id,
      amount: attempt.amount,
      currency: attempt.currency,
      kind,
      receivedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: paymentTransactions.id })
  if (!transaction) return 'repeated'
  await queries
    .update(paymentAttempts)
    .set({ state: 'paid', paidAt: now, closedAt: now })
    .where(and(eq(paymentAttempts.id, attempt.id), notInArray(paymentAttempts.state, ['paid', 'refunded'])))
  return kind === 'settled' ? payOrder(settling) : flagRefund(settling, kind, transaction.id)
}

async function payOrder({ queries, context, order, attempt, now }: Settling): Promise<Verdict> {
  await context.settlement.markPaid(queries, { order, now })
  await queries
    .update(paymentAttempts)
    .set({ state: 'expired' })
    .where(
      and(
        eq(paymentAttempts.orderId, order.id),
        ne(paymentAttempts.id, attempt.id),
        inArray(paymentAttempts.state, [...LIVE_ATTEMPT_STATES]),
      ),
    )
  await context.mail.send(queries, 'orderPaid', { orderId: order.id })
  await context.mail.send(queries, 'laboratoryOrder', { orderId: order.id })
  return 'settled'
}

/** Money that buys nothing: kept in the books, shown to the patient, told to who has to give it back. */
async function flagRefund(
  { queries, context, order, now }: Settling,
  kind: 'second' | 'late',
  transactionId: string,
): Promise<Verdict> {
  const cause = kind === 'late' ? 'latePayment' : 'secondPayment'
  await context.settlement.markRefundDue(queries, { order, cause, now })
  await context.mail.send(queries, 'refundDue', { transactionId })
  await context.mail.send(queries, 'refundDueNotice', { transactionId })
  return cause
}
