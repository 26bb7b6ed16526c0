import { sql } from 'drizzle-orm'
import type { AccountOrders } from '../accounts/account-orders.ts'
import { orders } from './tables.ts'

/** Orders as accounts see them. */
export const accountOrders: AccountOrders = {
  of: (userId) => (column) =>
    sql`exists (select from ${orders} as whose where whose.id = ${column} and whose.user_id = ${userId})`,
  waiting: (userId) => sql`(
    select json_build_object(
      'id', id, 'number', number, 'total', total, 'currency', currency, 'expiresAt', expires_at)
    from ${orders} where user_id = ${userId} and state = 'awaitingPayment'
    order by id desc limit 1)`,
}
