import type { Queries } from '@shop/database/open-database'
import { LIVE_ATTEMPT_STATES } from '@shop/domain/payment-states'
import { and, inArray } from 'drizzle-orm'
import { isOfOrder, type OrderKey } from '../is-of-order.ts'
import { paymentAttempts } from './tables.ts'

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
