import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { LIVE_ATTEMPT_STATES } from '@shop/domain/payment-states'
import { and, desc, eq, getTableColumns, inArray } from 'drizzle-orm'
import { type AttemptRow, paymentAttempts } from '../payments/tables.ts'
import { type OrderRow, orders } from './tables.ts'

/**
 * The order that the account has already made with this key, with its live payment attempt.
 * @throws Problem idempotency_key_reused when the key was used for a different request
 */
export async function findEarlierOrder(
  queries: Queries,
  input: { userId: string; idempotencyKey: string; requestHash: string },
): Promise<{ order: OrderRow; attempt: AttemptRow | null } | null> {
  const [earlier] = await queries
    .select({ order: getTableColumns(orders), attempt: getTableColumns(paymentAttempts) })
    .from(orders)
    .leftJoin(
      paymentAttempts,
      and(eq(paymentAttempts.orderId, orders.id), inArray(paymentAttempts.state, [...LIVE_ATTEMPT_STATES])),
    )
    .where(and(eq(orders.ownerId, input.userId), eq(orders.idempotencyKey, input.idempotencyKey)))
    .orderBy(desc(paymentAttempts.id))
    .limit(1)
  if (!earlier) return null
  if (earlier.order.requestHash !== input.requestHash) throw new Problem('idempotency_key_reused')
  return earlier
}
