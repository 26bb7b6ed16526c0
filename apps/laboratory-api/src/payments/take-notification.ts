import type { Verdict } from '@shop/domain/payment-states'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { ApiContext } from '../context.ts'
import { isOfOrder } from '../is-of-order.ts'
import { payments } from '../metrics.ts'
import { recordEvent } from './record-event.ts'
import { lookAtRefund } from './send-refund.ts'
import { settlePayment } from './settle-payment.ts'
import { paymentAttempts } from './tables.ts'
import { lookAtPayments } from './watch-payment.ts'

/**
 * Takes what a provider sends on its own. A notification is trusted only once its authenticity is checked, and each
 * trusted one is stored with its verdict. A sender that cannot prove that it is the provider leaves a line in the log and
 * nothing in the database, which strangers could otherwise fill.
 * @throws ProviderUnavailable when the provider must be asked and does not answer: it will send the notification again
 */
export async function takeNotification(
  context: ApiContext,
  { headers, body }: { headers: Headers; body: string },
): Promise<Verdict> {
  const { provider, database, logger } = context
  const now = context.now()
  const reading = await provider.readNotification({
    headers,
    body,
    now,
    tokenOf: (attemptId) => tokenOf(context, attemptId),
  })
  if (reading.status === 'forged') {
    payments.inc({ provider: provider.name, verdict: 'forged' })
    logger.warn({ provider: provider.name, characters: body.length }, 'forged payment notification')
    return 'forged'
  }
  const providerEventId = 'eventId' in reading ? reading.eventId : null
  const event = { source: 'notification' as const, providerEventId, body }
  if (reading.status === 'authentic' && z.uuid().safeParse(reading.attemptId).success) {
    const settled = await settlePayment(context, {
      attemptId: reading.attemptId!,
      report: reading.report,
      event,
    })
    // A page usually ends with the time to pay: the place is freed immediately, not only at the next look.
    if (settled.verdict === 'pageExpired' && settled.order) await lookAtPayments(context, settled.order)
    return settled.verdict
  }
  const isRefund = reading.status === 'refund'
  if (isRefund) await lookAtRefund(context, reading.refundId)
  const isOfOthers = reading.status === 'authentic' || reading.status === 'foreign'
  const verdict = isOfOthers ? 'unknownAttempt' : 'ignored'
  await recordEvent(database.queries, {
    ...event,
    provider: provider.name,
    attemptId: null,
    ownerId: null,
    verdict,
    now,
  })
  payments.inc({ provider: provider.name, verdict })
  logger[isRefund ? 'info' : 'warn'](
    { provider: provider.name, verdict, reading: reading.status },
    'payment notification',
  )
  return verdict
}

/** The page of one of our attempts; null: there is none. */
async function tokenOf(
  { payableOrders, database, provider }: ApiContext,
  id: string,
): Promise<string | null> {
  const { queries } = database
  const order = z.uuid().safeParse(id).success ? await payableOrders.orderOfAttempt(queries, id) : undefined
  if (!order) return null
  const [attempt] = await queries
    .select({ token: paymentAttempts.token })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.id, id),
        isOfOrder(paymentAttempts, order),
        eq(paymentAttempts.provider, provider.name),
      ),
    )
  return attempt?.token ?? null
}
