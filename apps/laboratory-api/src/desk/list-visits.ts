import { DAY_VISITS, type DayOfVisits } from '@shop/contract/desk-day'
import type { Queries } from '@shop/database/open-database'
import { todayIn } from '@shop/domain/age'
import type { Locale } from '@shop/domain/locale'
import type { LaboratoryScope } from '@shop/domain/staff'
import { minutesLate, visitStateOf } from '@shop/domain/visit-progress'
import { inZone } from '@shop/domain/visit-slots'
import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { inLanguage } from '../catalogue/localised.ts'
import type { ApiContext } from '../context.ts'
import { inScope, patientNames, visitsOfDay } from '../orders/orders-in-scope.ts'
import { orders, type RegionSnapshot } from '../orders/tables.ts'
import { auditList, type StaffActor } from '../staff/audit-staff.ts'
import { visitProgress } from './tables.ts'

// The outer table is named in plain text: drizzle drops its name inside a selection.
const analysisCount = sql<number>`(
  select count(*)::int from laboratory.order_line where order_id = customer_order.id and kind = 'analysis')`
const hasNote = sql<boolean>`exists (
  select from laboratory.desk_event where order_id = customer_order.id and kind = 'note' and text is not null)`

interface ListVisits {
  actor: StaffActor
  scope: LaboratoryScope
  /** `YYYY-MM-DD` in the business zone; absent: today. */
  date?: string | undefined
  laboratoryId?: number | undefined
  /** All laboratories of this city, by its Russian name. */
  city?: string | undefined
  /** Home visits in this region, whichever laboratory makes them. */
  callableRegionId?: number | undefined
  locale: Locale
}

export type Where = Pick<ListVisits, 'laboratoryId' | 'city' | 'callableRegionId'>

/** The id of the region that was stored with the order; null at a branch. */
const regionId = sql<number>`(${orders.region} ->> 'id')::int`

/** The condition for the requested place. */
export function isThere({ catalogue }: ApiContext, { laboratoryId, city, callableRegionId }: Where) {
  const conditions: (SQL | undefined)[] = []
  if (laboratoryId !== undefined) conditions.push(eq(orders.laboratoryId, laboratoryId))
  if (city !== undefined) {
    const laboratories = [...catalogue.current().laboratories.values()]
    conditions.push(inScope(laboratories.filter((one) => one.city.ru === city).map(({ id }) => id)))
  }
  if (callableRegionId !== undefined) {
    conditions.push(eq(orders.visitKind, 'homeCall'), eq(regionId, callableRegionId))
  }
  return and(...conditions)
}

/** The visits of a day at the laboratories of the role, by time; they are counted even beyond the list. */
export async function listVisits(
  context: ApiContext,
  { actor, scope, date, locale, ...where }: ListVisits,
): Promise<DayOfVisits> {
  const { settings, now } = context
  const { queries } = context.database
  const zone = settings.businessTimeZone
  const day = date ?? todayIn(zone, now())
  const ofDay = visitsOfDay({ scope, day, zone })
  const there = and(ofDay, isThere(context, where))
  const rows = await queries
    .select({
      order: orders,
      recorded: visitProgress.state,
      version: visitProgress.version,
      patientNames,
      analysisCount,
      hasNote,
    })
    .from(orders)
    .leftJoin(visitProgress, eq(visitProgress.orderId, orders.id))
    .where(there)
    .orderBy(asc(orders.visitStart), asc(orders.id))
    .limit(DAY_VISITS)
  await auditList(queries, actor, { kind: 'order', ids: rows.map(({ order }) => order.id) }, now())
  const visits = rows.map(({ order, recorded, version, ...rest }) => ({
    orderId: order.id,
    number: order.number,
    orderState: order.state,
    state: visitStateOf(order.state, recorded),
    version: version ?? 0,
    kind: order.visitKind,
    start: inZone(order.visitStart.toISOString(), zone),
    end: inZone(order.visitEnd.toISOString(), zone),
    laboratoryId: order.laboratoryId,
    regionName: order.region && inLanguage(order.region.name, locale),
    address: order.address,
    phone: order.phone,
    ...rest,
  }))
  const regions = await regionsOf(queries, ofDay, locale)
  return { date: day, visits, regions, counts: await countsOf(queries, there, now()) }
}

/** How many visits are in each state, and how many are late. Only numbers, so no access is recorded. */
async function countsOf(
  queries: Queries,
  there: SQL | undefined,
  now: Date,
): Promise<NonNullable<DayOfVisits['counts']>> {
  const { state, visitKind, visitStart, visitEnd } = orders
  const rows = await queries
    .select({
      order: state,
      recorded: visitProgress.state,
      kind: visitKind,
      start: visitStart,
      end: visitEnd,
      visits: sql<number>`count(*)::int`,
    })
    .from(orders)
    .leftJoin(visitProgress, eq(visitProgress.orderId, orders.id))
    .where(there)
    .groupBy(state, visitProgress.state, visitKind, visitStart, visitEnd)
  const counts = { expected: 0, arrived: 0, missed: 0, done: 0, late: 0 }
  for (const { order, recorded, kind, start, end, visits } of rows) {
    const visit = {
      state: visitStateOf(order, recorded),
      kind,
      start: start.toISOString(),
      end: end.toISOString(),
    }
    counts[visit.state] += visits
    if (minutesLate(visit, now.getTime()) !== null) counts.late += visits
  }
  return counts
}

/** The regions of these home visits with their counts, largest first. Only numbers, so no access is recorded. */
export async function regionsOf(
  queries: Queries,
  ofDay: SQL | undefined,
  locale: Locale,
): Promise<DayOfVisits['regions']> {
  const rows = await queries
    .select({
      id: regionId,
      region: sql<RegionSnapshot>`(array_agg(${orders.region}))[1]`,
      visits: sql<number>`count(*)::int`,
    })
    .from(orders)
    .where(and(ofDay, eq(orders.visitKind, 'homeCall'), isNotNull(orders.region)))
    .groupBy(regionId)
    .orderBy(sql`count(*) desc`, regionId)
  return rows.map(({ id, region, visits }) => ({ id, name: inLanguage(region.name, locale), visits }))
}
