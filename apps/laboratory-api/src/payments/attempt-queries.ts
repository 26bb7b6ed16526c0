import { randomUUIDv7 } from 'node:crypto'
import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { LIVE_ATTEMPT_STATES } from '@shop/domain/payment-states'
import { and, eq, inArray } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { isOfOrder, type OrderKey, partOf } from '../is-of-order.ts'
import type { PayableOrder } from './payable-orders.ts'
import { type AttemptRow, paymentAttempts } from './tables.ts'

/**
 * A new attempt for the full total of an order, in the transaction of its cause.
 * @throws Problem currency_not_accepted
 */
export async function insertAttempt(
  queries: Queries,
  { context, order, now }: { context: ApiContext; order: PayableOrder; now: Date },
): Promise<AttemptRow> {
  const { provider } = context
  if (!provider.currencies.includes(order.currency)) throw new Problem('currency_not_accepted')
  const [attempt] = await queries
    .insert(paymentAttempts)
    .values({
      id: randomUUIDv7(),
      ...partOf(order),
      provider: provider.name,
      state: 'created',
      amount: order.total,
      currency: order.currency,
      test: provider.test,
      expiresAt: provider.pageExpiry(order.expiresAt, now),
      createdAt: now,
    })
    .returning()
  return attempt!
}

/** Ends the live attempt of an order whose row is locked. A payment that still arrives on it is settled anyway. */
export async function endAttempts(
  queries: Queries,
  { order, state }: { order: OrderKey; state: 'expired' | 'cancelled' },
): Promise<void> {
  await queries
    .update(paymentAttempts)
    .set({ state })
    .where(and(isOfOrder(paymentAttempts, order), inArray(paymentAttempts.state, [...LIVE_ATTEMPT_STATES])))
}

/** The ids of all attempts to pay the order. */
export async function listAttemptIds(queries: Queries, orderId: string): Promise<string[]> {
  const rows = await queries
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
  return rows.map(({ id }) => id)
}
