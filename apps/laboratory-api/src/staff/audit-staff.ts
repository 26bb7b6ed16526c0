import { randomUUIDv7 } from 'node:crypto'
import type { Queries } from '@shop/database/open-database'
import { sql } from 'drizzle-orm'
import { type AuditEntry, audit } from '../audit/audit.ts'
import { assertStanding, type Standing } from './standing.ts'

/** A list that is open all day is reloaded after each change: within this time that counts as one view. */
const SAME_LOOK = sql`interval '1 hour'`

/** The member of staff who acts, in which request. */
export interface StaffActor {
  staffId: string
  requestId: string
  /** null: no session, as when an invitation is accepted. */
  standing: Standing | null
}

type Touched = Pick<AuditEntry, 'action' | 'kind' | 'id'>

/**
 * Records what a member of staff read or changed. A change is audited in its own transaction, which checks
 * the session and the role again, so that one that has ended in the meantime changes nothing.
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

/**
 * Records that a member of staff saw these objects in a list: the list each time, each object at most once an
 * hour.
 */
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
