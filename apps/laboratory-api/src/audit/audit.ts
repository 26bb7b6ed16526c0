import { randomUUIDv7 } from 'node:crypto'
import type { AuditKind, AuditLine } from '@shop/contract/staff'
import type { Queries } from '@shop/database/open-database'
import { sql } from 'drizzle-orm'
import { auditEntries } from './tables.ts'

/** The actor, for the rows that record an action. */
export type AuditActor = Pick<AuditEntry, 'requestId' | 'userId' | 'actor' | 'staffId'>

export interface AuditEntry {
  requestId: string
  /**
   * The account that acts; null: the laboratory's system, the desk, a job, or a reader without an account (a
   * doctor with a shared link).
   */
  userId: string | null
  /** For the laboratory's systems: which one. */
  clientId?: string
  /** For the desk: the member of staff. */
  staffId?: string
  actor: AuditLine['actor']
  action: AuditLine['action']
  kind: AuditKind
  /** Id of what was read or changed; null: a list. */
  id: string | null
}

/**
 * An entry as part of a prepared reading statement: `queries.with(auditing(queries, entry)).select()…`, so that
 * reading a frequent list does not cost a second statement. Executed with `auditValues`.
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
 * Records who read or changed health data, in the same transaction as the change, so that neither is stored
 * without the other. Several entries are one statement.
 */
export async function audit(queries: Queries, ...entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await queries
    .insert(auditEntries)
    .values(entries.map(({ id, ...entry }) => ({ ...entry, id: randomUUIDv7(), objectId: id })))
}
