import type { Queries } from '@shop/database/open-database'
import { and, eq, inArray } from 'drizzle-orm'
import { auditEntries } from '../audit/tables.ts'

/**
 * Which of these accounts were erased, by the audit entries of erasures, so that an unknown id is not taken for
 * an erased one.
 */
export async function findErasedUsers(queries: Queries, ids: readonly string[]): Promise<string[]> {
  const found = await queries
    .selectDistinct({ id: auditEntries.objectId })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.kind, 'account'),
        eq(auditEntries.action, 'delete'),
        inArray(auditEntries.objectId, [...ids]),
      ),
    )
  return found.flatMap(({ id }) => id ?? [])
}
