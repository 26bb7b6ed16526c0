import { randomUUIDv7 } from 'node:crypto'
import type { Queries } from '@shop/database/open-database'
import { startOfDay } from '@shop/domain/age'
import { addDays } from '@shop/domain/dates'
import type { LaboratoryScope } from '@shop/domain/staff'
import { STATES_WITH_VISIT } from '@shop/domain/visit-progress'
import { and, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { orders } from '../orders/tables.ts'
import { auditStaff, type StaffActor } from '../staff/audit-staff.ts'

/** A list that is open all day is read again after each change: within this time it is one look. */
const SAME_LOOK = sql`interval '1 hour'`

/** Family names first. The outer table is named in plain text: drizzle drops its name inside a selection. */
export const patientNames = sql<string[]>`(
  select coalesce(json_agg(concat_ws(' ', last_name, first_name) order by position), '[]')
  from laboratory.order_patient where order_id = customer_order.id)`

/** Orders of these laboratories; others do not exist. */
export function inScope(scope: LaboratoryScope): SQL | undefined {
  if (scope === 'all') return undefined
  return scope.length > 0 ? inArray(orders.laboratoryId, [...scope]) : sql`false`
}

/** Visits of a day (`YYYY-MM-DD` in the zone) that somebody comes or goes to. */
export function visitsOfDay({ scope, day, zone }: { scope: LaboratoryScope; day: string; zone: string }) {
  return and(
    inScope(scope),
    inArray(orders.state, [...STATES_WITH_VISIT]),
    gte(orders.visitStart, startOfDay(day, zone)),
    lt(orders.visitStart, startOfDay(addDays(day, 1), zone)),
  )
}

/** Writes that somebody saw these orders in a list: each look at an order once an hour, the list itself each time. */
export async function auditList(
  queries: Queries,
  actor: StaffActor,
  orderIds: readonly string[],
  now: Date,
): Promise<void> {
  await auditStaff(queries, actor, { action: 'read', kind: 'order', id: null })
  if (orderIds.length === 0) return
  const ids = sql.join(
    orderIds.map((id) => sql`(${randomUUIDv7()}::uuid, ${id}::text)`),
    sql`, `,
  )
  await queries.execute(sql`
    insert into laboratory.audit_entry (id, at, request_id, staff_id, actor, action, kind, object_id)
    select looked.id, ${now.toISOString()}::timestamptz, ${actor.requestId}, ${actor.staffId}::uuid, 'staff', 'read', 'order', looked.order_id
    from (values ${ids}) as looked (id, order_id)
    where not exists (
      select from laboratory.audit_entry before
      where before.kind = 'order' and before.object_id = looked.order_id
        and before.staff_id = ${actor.staffId}::uuid and before.action = 'read'
        and before.at > ${now.toISOString()}::timestamptz - ${SAME_LOOK})`)
}
