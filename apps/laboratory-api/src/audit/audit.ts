import { randomUUIDv7 } from 'node:crypto'
import type { Queries } from '@shop/database/open-database'
import { auditEntries } from './tables.ts'

export interface AuditEntry {
  requestId: string
  /** Account that acts; null: the laboratory's system, a job, or a reader without an account (a doctor with a shared link). */
  userId: string | null
  actor: 'user' | 'laboratorySystem' | 'job'
  action: 'read' | 'create' | 'update' | 'delete'
  kind: 'account' | 'patient' | 'order' | 'testResult' | 'resultShare' | 'export'
  /** Id of what was touched; null: a list. */
  id: string | null
}

/**
 * The same entry as part of a reading statement: `queries.with(auditing(queries, entry)).select()…`, where a list
 * that is read often should not cost a second statement.
 */
export function auditing(queries: Queries, { id, ...entry }: AuditEntry) {
  const written = queries
    .insert(auditEntries)
    .values({ ...entry, id: randomUUIDv7(), objectId: id })
    .returning({ id: auditEntries.id })
  return queries.$with('audited').as(written)
}

/** Writes who touched health data, with the queries of the change so that both stand or fall together. Several entries are one statement. */
export async function audit(queries: Queries, ...entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await queries
    .insert(auditEntries)
    .values(entries.map(({ id, ...entry }) => ({ ...entry, id: randomUUIDv7(), objectId: id })))
}
