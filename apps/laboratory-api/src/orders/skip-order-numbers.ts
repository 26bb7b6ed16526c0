import type { Queries } from '@shop/database/open-database'
import { sql } from 'drizzle-orm'

/**
 * Lets order numbers begin beyond all that may have been given out since a copy of the database was made. The seconds
 * since its last order make each restore of the same copy begin beyond the numbers given out after the one before.
 */
export const SKIP_ORDER_NUMBERS =
  "select setval(seq, coalesce(pg_sequence_last_value(seq::regclass), 10000) + 100000 + greatest(0, extract(epoch from now() - (select max(created_at) from laboratory.customer_order)))::bigint) from pg_get_serial_sequence('laboratory.customer_order', 'serial') as seq"

/**
 * For a database that was restored from a copy: numbers given out since then are in e-mails and on tubes, and a
 * laboratory's system would take a new order under one of them for the lost one. A copy from before the first start has no
 * orders.
 */
export async function skipOrderNumbers(queries: Queries): Promise<void> {
  const { rows } = await queries.execute<{ table: string | null }>(
    sql`select to_regclass('laboratory.customer_order')::text as table`,
  )
  if (rows[0]!.table !== null) await queries.execute(sql.raw(SKIP_ORDER_NUMBERS))
}
