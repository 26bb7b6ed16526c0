import { randomUUIDv7 } from 'node:crypto'
import type { Queries } from '@shop/database/open-database'
import { auditEntries } from './tables.ts'

export interface AuditEntry {
  requestId: string
  /** Account that acts; null: the laboratory's system or a job. */
  userId: string | null
  actor: 'user' | 'laboratorySystem' | 'job'
  action: 'read' | 'create' | 'update' | 'delete'
  kind: 'account' | 'patient' | 'order' | 'testResult' | 'export'
  /** Id of what was touched; null: a list. */
  id: string | null
}

/** Writes who touched health data, with the queries of the change so that both stand or fall together. Several entries are one statement. */
export async function audit(queries: Queries, ...entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await queries
    .insert(auditEntries)
    .values(entries.map(({ id, ...entry }) => ({ ...entry, id: randomUUIDv7(), objectId: id })))
}
