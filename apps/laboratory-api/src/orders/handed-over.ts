// What areas that may not use orders are handed in `app.ts`; not at this area's door.
import type { Queries } from '@shop/database/open-database'
import { OPEN_ORDER_STATES } from '@shop/domain/order-states'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { AccountOrders } from '../accounts/account-orders.ts'
import { orderPatients, orders } from './tables.ts'

/** The id of the order with this number; null: there is none. */
export async function findOrderId(queries: Queries, number: string): Promise<string | null> {
  const [found] = await queries.select({ id: orders.id }).from(orders).where(eq(orders.number, number))
  return found?.id ?? null
}

/** Orders as accounts see them. */
export const accountOrders: AccountOrders = {
  of: (userId) => (column) =>
    sql`exists (select from ${orders} as whose where whose.id = ${column} and whose.user_id = ${userId})`,
  waiting: (userId) => sql`(
    select json_build_object(
      'id', id, 'number', number, 'total', total, 'currency', currency, 'expiresAt', expires_at,
      'visitStart', visit_start, 'visitKind', visit_kind)
    from ${orders} where user_id = ${userId} and state = 'awaitingPayment'
    order by id desc limit 1)`,
}

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
