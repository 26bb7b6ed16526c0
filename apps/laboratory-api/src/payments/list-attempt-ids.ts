import type { Queries } from '@shop/database/open-database'
import { eq } from 'drizzle-orm'
import { paymentAttempts } from './tables.ts'

/** The ids of all attempts to pay the order. */
export async function listAttemptIds(queries: Queries, orderId: string): Promise<string[]> {
  const rows = await queries
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
  return rows.map(({ id }) => id)
}
