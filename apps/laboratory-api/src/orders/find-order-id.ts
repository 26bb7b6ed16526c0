import type { Queries } from '@shop/database/open-database'
import { eq } from 'drizzle-orm'
import { orders } from './tables.ts'

/** The id of the order with this number; null: there is none. */
export async function findOrderId(queries: Queries, number: string): Promise<string | null> {
  const [found] = await queries.select({ id: orders.id }).from(orders).where(eq(orders.number, number))
  return found?.id ?? null
}
