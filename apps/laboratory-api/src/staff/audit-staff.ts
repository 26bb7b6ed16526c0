import { randomUUIDv7 } from 'node:crypto'
import type { Queries } from '@shop/database/open-database'
import { sql } from 'drizzle-orm'
import { type AuditEntry, audit } from '../audit/audit.ts'
import { assertStanding, type Standing } from './standing.ts'

/** A list that is open all day is read again after each change: within this time it is one look. */
const SAME_LOOK = sql`interval '1 hour'`

/** Who acts, in which request. */
export interface StaffActor {
  staffId: string
  requestId: string
  /** null: nobody was let in by a session, as who accepts an invitation. */
  standing: Standing | null
}

type Touched = Pick<AuditEntry, 'action' | 'kind' | 'id'>

/**
 * Writes what somebody at the desk read or changed. What is changed is audited in its own transaction: there they are asked
 * for anew, so that a role or a session that has ended meanwhile changes nothing.
 * @throws Problem as `assertStanding`
 */
export async function auditStaff(
  queries: Queries,
  { staffId, requestId, standing }: StaffActor,
  ...touched: Touched[]
): Promise<void> {
  const isChange = touched.some(({ action }) => action !== 'read')
  if (isChange) await assertStanding(queries, { staffId, standing })
  await audit(
    queries,
    ...touched.map((entry) => ({ ...entry, requestId, userId: null, actor: 'staff' as const, staffId })),
  )
}

/** Writes that somebody saw these in a list: each look at one of them once an hour, the list itself each time. */
export async function auditList(
  queries: Queries,
  actor: StaffActor,
  { kind, ids }: { kind: AuditEntry['kind']; ids: readonly string[] },
  now: Date,
): Promise<void> {
  await auditStaff(queries, actor, { action: 'read', kind, id: null })
  if (ids.length === 0) return
  const looked = sql.join(
    ids.map((id) => sql`(${randomUUIDv7()}::uuid, ${id}::text)`),
    sql`, `,
  )
  await queries.execute(sql`
    insert into laboratory.audit_entry (id, at, request_id, staff_id, actor, action, kind, object_id)
    select looked.id, ${now.toISOString()}::timestamptz, ${actor.requestId}, ${actor.staffId}::uuid, 'staff', 'read', ${kind}, looked.object_id
    from (values ${looked}) as looked (id, object_id)
    where not exists (
      select from laboratory.audit_entry before
      where before.kind = ${kind} and before.object_id = looked.object_id
        and before.staff_id = ${actor.staffId}::uuid and before.action = 'read'
        and before.at > ${now.toISOString()}::timestamptz - ${SAME_LOOK})`)
}
