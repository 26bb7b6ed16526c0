import type { Queries } from '@shop/database/open-database'
import { LIVE_ATTEMPT_STATES } from '@shop/domain/payment-states'
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { isOfOrder, type OrderKey } from '../is-of-order.ts'
import { settlePayment } from './settle-payment.ts'
import { type AttemptRow, paymentAttempts } from './tables.ts'

const LIVE: readonly string[] = LIVE_ATTEMPT_STATES

/**
 * Queries the provider about every page of an order that it has not called finished, and applies the answers.
 * A page that the order no longer wants is closed first, where the provider can do that.
 * @throws ProviderUnavailable
 */
export async function checkPayments(context: ApiContext, order: OrderKey): Promise<void> {
  for (const { id, token, state } of await unfinishedAttempts(context, order)) {
    if (!token) continue
    if (!LIVE.includes(state)) await context.provider.closePage(token)
    const report = await context.provider.query(token)
    const event = { source: 'query' as const, providerEventId: null, body: JSON.stringify(report) }
    await settlePayment(context, { attemptId: id, order, report, event })
  }
}

async function unfinishedAttempts(context: ApiContext, order: OrderKey): Promise<AttemptRow[]> {
  const { queries } = context.database
  return queries
    .select()
    .from(paymentAttempts)
    .where(isUnfinished(context, order))
    .orderBy(asc(paymentAttempts.id))
}

/** Whether a payment may still arrive on a page of the order. */
export async function hasUnfinishedPage(
  queries: Queries,
  { context, order }: { context: ApiContext; order: OrderKey },
): Promise<boolean> {
  const found = await queries
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(isUnfinished(context, order))
    .limit(1)
  return found.length > 0
}

/** Pages of another provider, from before a change of the settings, cannot be queried. */
function isUnfinished({ provider }: ApiContext, order: OrderKey) {
  return and(
    isOfOrder(paymentAttempts, order),
    eq(paymentAttempts.provider, provider.name),
    isNotNull(paymentAttempts.token),
    isNull(paymentAttempts.closedAt),
  )
}
