import type { Queries } from '@shop/database/open-database'
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { OrderKey } from '../is-of-order.ts'
import { type OrderRow, orders } from './tables.ts'

/** This order of this account. */
export const isOrder = ({ id, userId }: OrderKey): SQL | undefined =>
  and(eq(orders.id, id), userId === null ? isNull(orders.userId) : eq(orders.userId, userId))

/**
 * The order, locked until the transaction ends. Its account may be erased since it was looked up: then it is
 * nobody's, and never another's.
 */
export async function lockOrder(queries: Queries, { id, userId }: OrderKey): Promise<OrderRow | null> {
  for (const whose of userId === null ? [null] : [userId, null]) {
    const [order] = await queries
      .select()
      .from(orders)
      .where(isOrder({ id, userId: whose }))
      .for('update')
    if (order) return order
  }
  return null
}
