import type { DeskVisit } from '@shop/contract/desk'
import { todayIn } from '@shop/domain/age'
import type { Locale } from '@shop/domain/locale'
import type { LaboratoryScope } from '@shop/domain/staff'
import { visitStateOf } from '@shop/domain/visit-progress'
import { inZone } from '@shop/domain/visit-slots'
import { and, asc, eq, sql } from 'drizzle-orm'
import { inLanguage } from '../catalogue/localised.ts'
import type { ApiContext } from '../context.ts'
import { orders } from '../orders/tables.ts'
import type { StaffActor } from '../staff/audit-staff.ts'
import { auditList, patientNames, visitsOfDay } from './look.ts'
import { visitProgress } from './tables.ts'

/** More than the network's largest branch has places. */
const SHOWN = 1_000

// The outer table is named in plain text: drizzle drops its name inside a selection.
const analysisCount = sql<number>`(
  select count(*)::int from laboratory.order_line where order_id = customer_order.id and kind = 'analysis')`
const hasNote = sql<boolean>`exists (
  select from laboratory.desk_event where order_id = customer_order.id and kind = 'note' and text is not null)`

interface ListVisits {
  actor: StaffActor
  scope: LaboratoryScope
  /** `YYYY-MM-DD` in the business zone; absent: today. */
  date: string | undefined
  laboratoryId: number | undefined
  locale: Locale
}

/** The visits of a day at the laboratories of the role, by time. */
export async function listVisits(
  { database: { queries }, settings, now }: ApiContext,
  { actor, scope, date, laboratoryId, locale }: ListVisits,
): Promise<{ date: string; visits: DeskVisit[] }> {
  const zone = settings.businessTimeZone
  const day = date ?? todayIn(zone, now())
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
    .where(
      and(
        visitsOfDay({ scope, day, zone }),
        laboratoryId === undefined ? undefined : eq(orders.laboratoryId, laboratoryId),
      ),
    )
    .orderBy(asc(orders.visitStart), asc(orders.id))
    .limit(SHOWN)
  await auditList(
    queries,
    actor,
    rows.map(({ order }) => order.id),
    now(),
  )
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
  return { date: day, visits }
}
