import type { Queries } from '@shop/database/open-database'
import { and, count, eq } from 'drizzle-orm'
import { orders } from './tables.ts'

/** How many places an account holds without having paid. Exact while the account's row is locked. */
export async function countUnpaidOrders(queries: Queries, userId: string): Promise<number> {
  const [row] = await queries
    .select({ unpaid: count() })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.state, 'awaitingPayment')))
  return row?.unpaid ?? 0
}
