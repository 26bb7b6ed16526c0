import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { LIVE_ATTEMPT_STATES } from '@shop/domain/payment-states'
import { and, inArray } from 'drizzle-orm'
import { holdOwnAccount } from '../accounts/lock-account.ts'
import type { Viewer } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { isOfOrder, type OrderKey } from '../is-of-order.ts'
import { endAttempts, insertAttempt } from './attempt-queries.ts'
import { checkPayments, hasUnfinishedPage } from './check-payments.ts'
import { findPayer, openPaymentPage } from './open-payment-page.ts'
import type { PayableOrder } from './payable-orders.ts'
import { ProviderUnavailable } from './provider.ts'
import { type AttemptRow, paymentAttempts } from './tables.ts'
import { watchLater } from './watch-payment.ts'

/** A page that ends sooner is not worth opening. */
const SHORTEST_STAY_MS = 60_000

/**
 * "Pay" on an unpaid order: back to its page that is still open, since a second one could be paid twice, otherwise
 * to a new one. Returns the URL to send the customer to.
 * @throws Problem not_found, order_not_payable (paid in the meantime, or its time is up), processing_restricted,
 * currency_not_accepted, payment_provider_unavailable, too_many_requests, unauthorized: the session has ended in the meantime
 */
export async function payOrder(
  context: ApiContext,
  { viewer, orderId }: { viewer: Viewer; orderId: string },
): Promise<string> {
  try {
    const asked = await payableOrder(context, viewer, orderId)
    await context.limits.consume('paymentPagePerAccount', viewer.userId)
    const known = await liveAttempt(context.database.queries, asked)
    // After a declined try as well: the page stays open at the provider, and another card may have paid there.
    if (await hasUnfinishedPage(context.database.queries, { context, order: asked })) {
      await checkPayments(context, asked)
    }
    const order = await payableOrder(context, viewer, orderId)
    const payer = await findPayer(context.database.queries, viewer.userId)
    const attempt = await currentOrNewAttempt(context, { viewer, asked: order, known })
    return await openPaymentPage(context, { attempt, order, payer })
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    context.logger.warn({ orderId, reason: error.reason }, 'payment provider unavailable')
    throw new Problem('payment_provider_unavailable')
  }
}

async function payableOrder(context: ApiContext, { userId }: Viewer, orderId: string) {
  const { database, payableOrders, now } = context
  const order = await payableOrders.findOwn(database.queries, { userId, orderId })
  if (!order) throw new Problem('not_found')
  assertPayable(order, now())
  return order
}

function assertPayable(order: PayableOrder, now: Date): void {
  if (order.state !== 'awaitingPayment' || order.expiresAt <= now) throw new Problem('order_not_payable')
}

/** Concurrent clicks queue up at the order's lock; the second finds the first one's attempt and uses it. */
async function currentOrNewAttempt(
  context: ApiContext,
  { viewer, asked, known }: { viewer: Viewer; asked: PayableOrder; known: AttemptRow | undefined },
): Promise<AttemptRow> {
  const now = context.now()
  return context.database.transaction(async (queries) => {
    await holdOwnAccount(queries, viewer)
    const order = await context.payableOrders.lock(queries, asked)
    if (!order) throw new Problem('not_found')
    assertPayable(order, now)
    const live = await liveAttempt(queries, order)
    const isOther = live !== undefined && live.id !== known?.id
    if (live && (isOther || isStillUsable(context, { live, order, now }))) return live
    await endAttempts(queries, { order, state: 'expired' })
    const attempt = await insertAttempt(queries, { context, order, now })
    await watchLater(queries, { context, orderId: order.id, since: now.toISOString(), look: 0 })
    return attempt
  })
}

/**
 * Whether its page stays open long enough, and can still be opened: a page that was not opened yet is requested with
 * the end that was set with its attempt, and Stripe accepts no end that is less than half an hour away.
 */
function isStillUsable(
  { provider }: ApiContext,
  { live, order, now }: { live: AttemptRow; order: PayableOrder; now: Date },
): boolean {
  const end = live.expiresAt.getTime()
  const endsTooSoon =
    live.state === 'created' && provider.pageExpiry(order.expiresAt, now).getTime() - end > SHORTEST_STAY_MS
  return !endsTooSoon && end - now.getTime() > SHORTEST_STAY_MS
}

async function liveAttempt(queries: Queries, order: OrderKey): Promise<AttemptRow | undefined> {
  const [live] = await queries
    .select()
    .from(paymentAttempts)
    .where(and(isOfOrder(paymentAttempts, order), inArray(paymentAttempts.state, [...LIVE_ATTEMPT_STATES])))
  return live
}
