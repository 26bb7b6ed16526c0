import type { Queries } from '@shop/database/open-database'
import { sql } from 'drizzle-orm'

// A test compares it with the documentation, so it is one line.
const SKIP = sql`select setval(seq, coalesce(pg_sequence_last_value(seq::regclass), 10000) + 100000 + greatest(0, extract(epoch from now() - (select max(created_at) from laboratory.customer_order)))::bigint) from pg_get_serial_sequence('laboratory.customer_order', 'serial') as seq`

/**
 * For a database that was restored from a copy: lets order numbers begin beyond all that may have been given out since.
 * Those are in e-mails and on tubes, and a laboratory's system would take a new order under one of them for the lost one.
 * The seconds since the copy's last order make each restore of it begin beyond what was given out after the one before. A
 * copy from before the first start has no orders.
 */
export async function skipOrderNumbers(queries: Queries): Promise<void> {
  const { rows } = await queries.execute<{ table: string | null }>(
    sql`select to_regclass('laboratory.customer_order')::text as table`,
  )
  if (rows[0]!.table !== null) await queries.execute(SKIP)
}
