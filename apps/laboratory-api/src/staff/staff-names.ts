import type { Queries } from '@shop/database/open-database'
import { inArray } from 'drizzle-orm'
import { staffAccounts } from './tables.ts'

/**
 * The names of these members of staff by id. A statement of its own: joined to a list whose length PostgreSQL
 * underestimates, every account would be read again for each line.
 */
export async function staffNames(
  queries: Queries,
  staffIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const named = [...new Set(staffIds)].filter((id) => id !== null)
  if (named.length === 0) return new Map()
  const rows = await queries
    .select({ id: staffAccounts.id, name: staffAccounts.name })
    .from(staffAccounts)
    .where(inArray(staffAccounts.id, named))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
