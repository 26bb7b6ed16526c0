// What areas that may not use orders are handed in `app.ts`; not at this area's door.
import type { Queries } from '@shop/database/open-database'
import { eq, sql } from 'drizzle-orm'
import type { AccountOrders } from '../accounts/account-orders.ts'
import { orders } from './tables.ts'

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
      'visitStart', visit_start)
    from ${orders} where user_id = ${userId} and state = 'awaitingPayment'
    order by id desc limit 1)`,
}
