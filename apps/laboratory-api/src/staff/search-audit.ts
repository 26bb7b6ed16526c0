import {
  AUDIT_ACTIONS,
  AUDIT_KINDS,
  AUDIT_LINES,
  type AuditLine,
  type AuditSearch,
} from '@shop/contract/staff'
import { startOfDay } from '@shop/domain/age'
import { addDays } from '@shop/domain/dates'
import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { auditStaff, type StaffActor } from './audit-staff.ts'
import { staffNames } from './staff-names.ts'

/** How far an id and the time of its entry can differ: the id is created within the transaction, by another clock. */
const APART_MS = 3_600_000

/** The smallest id that can be created at this time: a version 7 UUID begins with the time. */
function idAt(time: number): string {
  const hex = Math.max(0, time).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** The entry's time is exact and excludes whole months; its id finds the days within a month. */
function inDays({ from, to }: AuditSearch, zone: string): (SQL | undefined)[] {
  const start = from && startOfDay(from, zone)
  const end = to && startOfDay(addDays(to, 1), zone)
  return [
    start
      ? sql`e.at >= ${start.toISOString()}::timestamptz and e.id >= ${idAt(start.getTime() - APART_MS)}::uuid`
      : undefined,
    end
      ? sql`e.at < ${end.toISOString()}::timestamptz and e.id < ${idAt(end.getTime() + APART_MS)}::uuid`
      : undefined,
  ]
}

/** The statement for a page of entries. The order of ids is that of their creation. */
function pageOf(search: AuditSearch & { objectIds?: readonly string[] | undefined }, zone: string): SQL {
  const { staffId, objectIds, kind, action, before } = search
  const page = sql`order by id desc limit ${AUDIT_LINES}`
  const chosen = [
    staffId ? sql`e.staff_id = ${staffId}::uuid` : undefined,
    before ? sql`e.id < ${before}::uuid` : undefined,
    ...inDays(search, zone),
  ]
  const select = (...more: (SQL | undefined)[]) =>
    sql`select e.* from laboratory.audit_entry e where ${and(sql`true`, ...more, ...chosen)}`
  const kinds = kind ? [kind] : AUDIT_KINDS
  if (objectIds) {
    // The index of objects begins with the kind.
    return sql`${select(
      inArray(sql`e.kind`, [...kinds]),
      inArray(sql`e.object_id`, [...objectIds]),
      action && sql`e.action = ${action}`,
    )} ${page}`
  }
  if (!kind && !action) return sql`${select()} ${page}`
  // Entries that are rare among millions are read along their own index: at most a page from each stream,
  // merged as they are read.
  const streams = kinds.flatMap((one) =>
    (action ? [action] : AUDIT_ACTIONS).map(
      (other) => sql`(${select(sql`e.kind = ${one}`, sql`e.action = ${other}`)} ${page})`,
    ),
  )
  return sql`select * from (${sql.join(streams, sql` union all `)}) as streams ${page}`
}

/** A line as stored, with the id of its member of staff. */
type FoundLine = Omit<AuditLine, 'at' | 'staffName'> & { at: string | Date; by: string | null }

/** A page of the audit, newest lines first. The search is audited as well. */
export async function searchAudit(
  context: ApiContext,
  actor: StaffActor,
  search: AuditSearch,
): Promise<AuditLine[]> {
  const { queries } = context.database
  const { staffId, objectId, number } = search
  const ofOrder = number === undefined ? undefined : await context.objectsOfOrder(queries, number)
  const looked = objectId ?? ofOrder?.[0] ?? staffId ?? null
  await auditStaff(queries, actor, { action: 'read', kind: 'audit', id: looked })
  if (ofOrder === null) return []
  const named = ofOrder ?? (objectId === undefined ? undefined : [objectId])
  const objectIds = named?.filter((id) => !objectId || id === objectId)
  if (objectIds?.length === 0) return []
  const { rows } = await queries.execute<FoundLine>(sql`
    select page.id, page.at, page.actor, page.staff_id as "by", page.client_id as "clientId", page.action,
      page.kind, page.object_id as "objectId", page.request_id as "requestId"
    from (${pageOf({ ...search, objectIds }, context.settings.businessTimeZone)}) as page
    order by page.id desc`)
  const names = await staffNames(
    queries,
    rows.map(({ by }) => by),
  )
  return rows.map(({ id, at, actor, by, ...row }) => ({
    id,
    at: new Date(at).toISOString(),
    actor,
    staffName: names.get(by ?? '') ?? null,
    ...row,
  }))
}
