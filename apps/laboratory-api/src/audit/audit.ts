import { randomUUIDv7 } from 'node:crypto'
import type { AuditKind, AuditLine } from '@shop/contract/staff'
import type { Queries } from '@shop/database/open-database'
import { sql } from 'drizzle-orm'
import { auditEntries } from './tables.ts'

/** Who did something, for the rows that tell of it. */
export type AuditActor = Pick<AuditEntry, 'requestId' | 'userId' | 'actor' | 'staffId'>

export interface AuditEntry {
  requestId: string
  /**
   * Account that acts; null: the laboratory's system, the desk, a job, or a reader without an account (a
   * doctor with a shared link).
   */
  userId: string | null
  /** Of the laboratory's systems: which one. */
  clientId?: string
  /** Of the desk: who. */
  staffId?: string
  actor: AuditLine['actor']
  action: AuditLine['action']
  kind: AuditKind
  /** Id of what was touched; null: a list. */
  id: string | null
}

/**
 * An entry as part of a prepared reading statement: `queries.with(auditing(queries, entry)).select()…`, where a list
 * that is read often should not cost a second statement. Executed with `auditValues`.
 */
export function auditing(queries: Queries, entry: Pick<AuditEntry, 'actor' | 'action' | 'kind'>) {
  const { placeholder } = sql
  const written = queries
    .insert(auditEntries)
    .values({
      ...entry,
      id: placeholder('entryId'),
      requestId: placeholder('requestId'),
      userId: placeholder('userId'),
    })
    .returning({ id: auditEntries.id })
  return queries.$with('audited').as(written)
}

export function auditValues({ requestId, userId }: Pick<AuditEntry, 'requestId' | 'userId'>) {
  return { entryId: randomUUIDv7(), requestId, userId }
}

/**
 * Writes who touched health data, with the queries of the change so that both stand or fall together. Several
 * entries are one statement.
 */
export async function audit(queries: Queries, ...entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await queries
    .insert(auditEntries)
    .values(entries.map(({ id, ...entry }) => ({ ...entry, id: randomUUIDv7(), objectId: id })))
}
