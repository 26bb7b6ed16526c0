import type { Queries } from '@shop/database/open-database'
import { sql } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'

/** So many months are there before they begin: a process that makes none for a quarter of a year still writes into them. */
const MONTHS_AHEAD = 3

/** Makes the partitions of the coming months; answers those that were not there. */
export async function makeAuditMonths(queries: Queries): Promise<string[]> {
  const { rows } = await queries.execute<{ name: string }>(
    sql`select laboratory.make_audit_months(${MONTHS_AHEAD}::int) as name`,
  )
  return rows.map(({ name }) => name)
}

/**
 * Some thousand entries of more than six years, by the only way there is: a function of the tables' owner,
 * which knows the age itself.
 */
export async function deleteOldEntries(queries: Queries): Promise<number> {
  const { rows } = await queries.execute<{ deleted: number }>(
    sql`select laboratory.delete_old_audit_entries() as deleted`,
  )
  return Number(rows[0]!.deleted)
}

export function defineAuditMonths({ jobs, database, logger }: ApiContext): void {
  jobs.schedule('audit-months', '13 2 * * *', async () => {
    const made = await makeAuditMonths(database.queries)
    if (made.length > 0) logger.info({ made }, 'months of the audit were made')
  })
}
