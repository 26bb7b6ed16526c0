import { randomUUIDv7 } from 'node:crypto'
import type { Queries } from '@shop/database/open-database'
import { LIVE_ATTEMPT_STATES, type PaymentKind, type Verdict } from '@shop/domain/payment-states'
import { and, eq, inArray, isNull, ne, notInArray } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { isOfOrder, type OrderKey, partOf } from '../is-of-order.ts'
import { payments } from '../metrics.ts'
import type { PayableOrder } from './payable-orders.ts'
import type { PaymentReport } from './provider.ts'
import { type EventSource, hasEvent, recordEvent } from './record-event.ts'
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
  /** Null when the attempt is not ours. */
  order: OrderKey | null
}

/**
 * Applies what a provider reports about an attempt: the only place where money becomes a paid order. Notifications, the
 * watch over open payments and "pay again" all end here. It is one transaction with the order's row locked. The
 * provider's transaction id is unique, so a report that is repeated, concurrent or out of order counts once.
 */
export async function settlePayment(
  context: ApiContext,
  {
    attemptId,
    order: known,
    report,
    event,
  }: {
    attemptId: string
    /** The attempt's order; a notification names only the attempt, and its order is looked up. */
    order?: OrderKey
    report: PaymentReport
    event: EventSource
  },
): Promise<Settled> {
  const now = context.now()
  const { verdict, order, isRepeated } = await context.database.transaction(async (queries) => {
    const found = await lockOrderOfAttempt(queries, { attemptId, known, context })
    const verdict = found ? await judge({ queries, context, ...found, report, now }) : 'unknownAttempt'
    // A page is queried until it is forgotten: the same mismatch is recorded, and raises the alarm, once.
    const isAskedFor = found && verdict === 'mismatch' && event.source === 'query'
    if (isAskedFor && (await hasEvent(queries, { ...eventsOf(found), verdict, body: event.body }))) {
      return { verdict, order: found.order, isRepeated: true }
    }
    const ownerId = found?.order.ownerId ?? null
    await recordEvent(queries, {
      ...event,
      provider: context.provider.name,
      attemptId,
      ownerId,
      verdict,
      now,
    })
    return { verdict, order: found?.order ?? null, isRepeated: false }
  })
  if (isRepeated) return { verdict, order }
  payments.inc({ provider: context.provider.name, verdict })
  const isAlarming = ['mismatch', 'unknownAttempt', 'secondPayment', 'latePayment'].includes(verdict)
  context.logger[isAlarming ? 'warn' : 'info'](
    { orderId: order?.id ?? null, attemptId, verdict, source: event.source },
    'payment',
  )
  return { verdict, order }
}

/** The attempt is read once the order is locked, so that it is what the last holder left. */
async function lockOrderOfAttempt(
  queries: Queries,
  { attemptId, known, context }: { attemptId: string; known: OrderKey | undefined; context: ApiContext },
): Promise<{ order: PayableOrder; attempt: AttemptRow } | null> {
  const key = known ?? (await context.payableOrders.orderOfAttempt(queries, attemptId))
  const order = key && (await context.payableOrders.lock(queries, key))
  if (!order) return null
  const [attempt] = await queries
    .select()
    .from(paymentAttempts)
    .where(and(isThis(attemptId, order), eq(paymentAttempts.provider, context.provider.name)))
  return attempt ? { order, attempt } : null
}

const isThis = (attemptId: string, order: OrderKey) =>
  and(eq(paymentAttempts.id, attemptId), isOfOrder(paymentAttempts, order))

const eventsOf = ({ order, attempt }: Pick<Settling, 'order' | 'attempt'>) => ({
  attemptId: attempt.id,
  ownerId: order.ownerId,
})

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
      if (!report.closed) return 'waiting'
      // Finished without a payment: that page can no longer be paid.
      await closeAttempt(settling, 'expired')
      return 'pageExpired'
  }
}

/**
 * The report does not match the request (amount, currency or mode): nothing changes, and support is notified
 * once.
 */
async function refuse({ queries, context, order, attempt, report }: Settling): Promise<Verdict> {
  const { id: attemptId } = attempt
  // A declined try that did not match either is recorded in the same way, but was not mailed.
  if (
    report.outcome === 'paid' &&
    !(await context.payableOrders.isMismatchTold(queries, { order, attemptId }))
  )
    await context.mail.send(queries, 'paymentMismatch', { attemptId, orderId: attempt.orderId })
  return 'mismatch'
}

/** A live attempt gets the state; one that has ended keeps its own. The page's end is recorded either way. */
async function closeAttempt({ queries, order, attempt, report, now }: Settling, state: 'failed' | 'expired') {
  await queries
    .update(paymentAttempts)
    .set({ state })
    .where(and(isThis(attempt.id, order), inArray(paymentAttempts.state, [...LIVE_ATTEMPT_STATES])))
  if (!report.closed) return
  await queries
    .update(paymentAttempts)
    .set({ closedAt: now })
    .where(and(isThis(attempt.id, order), isNull(paymentAttempts.closedAt)))
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
      ...partOf(order),
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
    .where(and(isThis(attempt.id, order), notInArray(paymentAttempts.state, ['paid', 'refunded'])))
  return kind === 'settled' ? payOrder(settling) : flagRefund(settling, kind, transaction.id)
}

async function payOrder({ queries, context, order, attempt, now }: Settling): Promise<Verdict> {
  await context.payableOrders.markPaid(queries, { order, now })
  await queries
    .update(paymentAttempts)
    .set({ state: 'expired' })
    .where(
      and(
        isOfOrder(paymentAttempts, order),
        ne(paymentAttempts.id, attempt.id),
        inArray(paymentAttempts.state, [...LIVE_ATTEMPT_STATES]),
      ),
    )
  await context.mail.send(queries, 'orderPaid', { orderId: order.id })
  await context.mail.send(queries, 'laboratoryOrder', { orderId: order.id })
  return 'settled'
}

/**
 * Money that buys nothing: it is kept in the books, shown to the patient, and reported to the people who must refund
 * it.
 */
async function flagRefund(
  { queries, context, order, now }: Settling,
  kind: Exclude<PaymentKind, 'settled'>,
  transactionId: string,
): Promise<Verdict> {
  const cause = kind === 'late' ? 'latePayment' : 'secondPayment'
  await context.payableOrders.markRefundDue(queries, { order, cause, now })
  await context.mail.send(queries, 'refundDue', { transactionId, orderId: order.id })
  await context.mail.send(queries, 'refundDueNotice', { transactionId, orderId: order.id })
  return cause
}
