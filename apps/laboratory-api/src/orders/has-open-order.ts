import type { Queries } from '@shop/database/open-database'
import { OPEN_ORDER_STATES } from '@shop/domain/order-states'
import { and, eq, inArray } from 'drizzle-orm'
import { orderPatients, orders } from './tables.ts'

/**
 * Whether the account has an open order with this patient. Creating an order locks its patients, so lock the
 * patient's row first, in a separate statement.
 */
export async function hasOpenOrder(
  queries: Queries,
  { userId, patientId }: { userId: string; patientId: string },
): Promise<boolean> {
  const found = await queries
    .select({ id: orders.id })
    .from(orderPatients)
    .innerJoin(orders, eq(orders.id, orderPatients.orderId))
    .where(
      and(
        eq(orders.userId, userId),
        eq(orderPatients.patientId, patientId),
        inArray(orders.state, OPEN_ORDER_STATES),
      ),
    )
    .limit(1)
  return found.length > 0
}
