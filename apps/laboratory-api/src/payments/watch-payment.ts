import type { Queries } from '@shop/database/open-database'
import { PAYMENT_TIME_LIMIT_MINUTES } from '@shop/domain/order-states'
import { and, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import type { OrderKey } from '../is-of-order.ts'
import { checkPayments, hasUnfinishedPage } from './check-payments.ts'
import { ProviderUnavailable } from './provider.ts'
import { sendWaitingRefunds } from './send-refund.ts'
import { paymentAttempts } from './tables.ts'

export const WATCH_QUEUE = 'payment-watch'
const MINUTE = 60_000
/**
 * Minutes after the start of a watch at which the provider is queried; the last two look for money that arrives too
 * late.
 */
const LOOKS = [1, 5, 15, PAYMENT_TIME_LIMIT_MINUTES, 60, 24 * 60]
/** While the provider does not answer, an order may wait this much longer: its payment may have been made. */
const GRACE_MINUTES = 10
const OVERDUE_LIMIT = 200
/** Each spends most of its time waiting for the provider. */
const WATCH_CONCURRENCY = 10

interface Watch {
  orderId: string
  /**
   * When this watch began, as an instant: the creation of the order or a later attempt, or the order's cancellation.
   */
  since: string
  /** Index of the next look. */
  look: number
}

/** Queues the next look at an order's payments, in the transaction of its cause. */
export async function watchLater(
  queries: Queries,
  { context, ...watch }: Watch & { context: ApiContext },
): Promise<void> {
  const minutes = LOOKS[watch.look]
  if (minutes === undefined) return
  const startAfter = new Date(Date.parse(watch.since) + minutes * MINUTE)
  await context.jobs.send(queries, WATCH_QUEUE, { ...watch }, { startAfter })
}

/**
 * One look: queries the provider, expires the order when its time is up, and plans the next look while one is needed.
 */
export async function watchPayment(context: ApiContext, watch: Watch): Promise<void> {
  const { orderId } = watch
  const { queries } = context.database
  const known = await context.payableOrders.find(queries, orderId)
  if (!known) return
  const isAnswered = await lookAtPayments(context, known)
  const order = await context.payableOrders.find(queries, orderId)
  if (!order) return
  const isOpen = order.state === 'awaitingPayment' || (await hasUnfinishedPage(queries, { context, order }))
  if (!isOpen) return
  if (!isAnswered && order.state === 'awaitingPayment') {
    const startAfter = new Date(context.now().getTime() + MINUTE)
    await context.jobs.send(queries, WATCH_QUEUE, { ...watch }, { startAfter })
    return
  }
  await watchLater(queries, { context, ...watch, look: watch.look + 1 })
}

/**
 * Queries the provider about an order and ends it when its time to pay is up; returns whether the provider answered.
 */
export async function lookAtPayments(context: ApiContext, { id, ownerId }: OrderKey): Promise<boolean> {
  const order = { id, ownerId }
  try {
    await checkPayments(context, order)
    await context.payableOrders.expire(order)
    return true
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    context.logger.warn({ orderId: id, reason: error.reason }, 'payment provider unavailable')
    await context.payableOrders.expire(order, GRACE_MINUTES)
    return false
  }
}

/** The safety net under the queue: looks at what is overdue, whatever became of its jobs. */
export async function watchOverdue(context: ApiContext): Promise<void> {
  const now = context.now().getTime()
  const ago = (minutes: number) => new Date(now - minutes * MINUTE)
  const { queries } = context.database
  const waiting = await context.payableOrders.overdue(queries, { before: ago(2), limit: OVERDUE_LIMIT })
  const unfinished = await queries
    .selectDistinct({ orderId: paymentAttempts.orderId })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.provider, context.provider.name),
        isNull(paymentAttempts.closedAt),
        isNotNull(paymentAttempts.token),
        lt(paymentAttempts.expiresAt, ago(90)),
        gt(paymentAttempts.expiresAt, ago(3 * 24 * 60)),
      ),
    )
    .limit(OVERDUE_LIMIT)
  const isWaiting = new Set(waiting.map(({ id }) => id))
  for (const order of waiting) await lookAtPayments(context, order)
  for (const { orderId } of unfinished) {
    const order = isWaiting.has(orderId) ? null : await context.payableOrders.find(queries, orderId)
    if (order) await lookAtPayments(context, order)
  }
}

/** The jobs that look at open payments when they are due, and every five minutes at overdue payments and refunds. */
export function definePaymentJobs(context: ApiContext): void {
  context.jobs.define(
    WATCH_QUEUE,
    { retryDelaySeconds: 10, concurrency: WATCH_CONCURRENCY },
    async (data) => {
      const { orderId, since, look } = data as unknown as { orderId: string; since: string; look: number }
      await watchPayment(context, { orderId, since, look })
    },
  )
  context.jobs.schedule('payment-overdue', '*/5 * * * *', () => watchOverdue(context))
  context.jobs.schedule('payment-refunds', '*/5 * * * *', () => sendWaitingRefunds(context))
}
