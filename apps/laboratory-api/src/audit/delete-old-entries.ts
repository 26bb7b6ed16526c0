import type { Queries } from '@shop/database/open-database'
import { sql } from 'drizzle-orm'

/** Some thousand entries of more than six years, by the only way there is: a function of the tables' owner, which knows the age itself. */
export async function deleteOldEntries(queries: Queries): Promise<number> {
  const { rows } = await queries.execute<{ deleted: number }>(
    sql`select laboratory.delete_old_audit_entries() as deleted`,
  )
  return Number(rows[0]!.deleted)
}
