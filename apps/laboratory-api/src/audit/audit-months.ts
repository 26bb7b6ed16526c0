import type { Queries } from '@shop/database/open-database'
import { sql } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'

/** How many months are made in advance: a process that makes none for three months can still write into them. */
const MONTHS_AHEAD = 3

/** Makes the partitions of the coming months; returns the new ones. */
export async function makeAuditMonths(queries: Queries): Promise<string[]> {
  const { rows } = await queries.execute<{ name: string }>(
    sql`select laboratory.make_audit_months(${MONTHS_AHEAD}::int) as name`,
  )
  return rows.map(({ name }) => name)
}

/**
 * Deletes entries older than six years: drops whole months, and deletes up to 5,000 rows written before there
 * were months. Returns the number of those rows. Only a function of the tables' owner can do this; it knows the
 * age itself.
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
    if (made.length > 0) logger.info({ made }, 'months of the audit were created')
  })
  jobs.schedule('sweep-audit', '20 3 * * 0', async () => {
    let deleted = 0
    for (let more = 1; more > 0; deleted += more) more = await deleteOldEntries(database.queries)
    if (deleted > 0) logger.info({ deleted }, 'old audit entries were deleted')
  })
}
