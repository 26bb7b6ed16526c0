import type { Queries } from '@shop/database/open-database'
import type { OrderKey } from '../is-of-order.ts'
import { isRow } from '../owned.ts'
import { type OrderRow, orders } from './tables.ts'

/** The order, locked until the transaction ends. */
export async function lockOrder(queries: Queries, key: OrderKey): Promise<OrderRow | null> {
  const [order] = await queries.select().from(orders).where(isRow(orders, key)).for('update')
  return order ?? null
}
