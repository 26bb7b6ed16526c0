import type { Queries } from '@shop/database/open-database'
import { LIVE_ATTEMPT_STATES } from '@shop/domain/payment-states'
import { and, eq, inArray } from 'drizzle-orm'
import { paymentAttempts } from './tables.ts'

/** Ends the live attempt of an order whose row is locked. A payment that comes on it all the same is still settled. */
export async function endAttempts(
  queries: Queries,
  { orderId, state }: { orderId: string; state: 'expired' | 'cancelled' },
): Promise<void> {
  await queries
    .update(paymentAttempts)
    .set({ state })
    .where(
      and(eq(paymentAttempts.orderId, orderId), inArray(paymentAttempts.state, [...LIVE_ATTEMPT_STATES])),
    )
}
