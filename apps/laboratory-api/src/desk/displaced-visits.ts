import type { DisplacedVisit } from '@shop/contract/desk-calendar'
import type { Queries } from '@shop/database/open-database'
import { todayIn } from '@shop/domain/age'
import {
  type BookedVisit,
  type LaboratoryCalendar,
  nearestTimes,
  visitsWithoutPlace,
} from '@shop/domain/laboratory-calendar'
import { type OrderState, STATES_BEFORE_COLLECTION } from '@shop/domain/order-states'
import { inZone, localTime, VISIT_HORIZON_DAYS, visitSlots } from '@shop/domain/visit-slots'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { CatalogueLaboratory } from '../catalogue/catalogue-snapshot.ts'
import type { ApiContext } from '../context.ts'
import { orders } from '../orders/tables.ts'
import { capacityOf } from '../visits/list-visit-slots.ts'
import { planOf } from '../visits/open-laboratory.ts'

const OFFERED = 3

interface Booked extends BookedVisit {
  number: string
  people: number
  state: OrderState
  start: string
}

/** The orders of a laboratory with an upcoming visit. */
export async function visitsToCome(
  { settings, now }: ApiContext,
  queries: Queries,
  laboratoryId: number,
): Promise<Booked[]> {
  const zone = settings.businessTimeZone
  const rows = await queries
    .select({
      orderId: orders.id,
      number: orders.number,
      people: sql<number>`(
        select count(*)::int from laboratory.order_patient where order_id = customer_order.id)`,
      state: orders.state,
      visitStart: orders.visitStart,
      visitEnd: orders.visitEnd,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .where(
      and(
        eq(orders.laboratoryId, laboratoryId),
        gt(orders.visitStart, now()),
        inArray(orders.state, STATES_BEFORE_COLLECTION),
      ),
    )
    .orderBy(orders.visitStart, orders.id)
  return rows.map(({ visitStart, visitEnd, createdAt, ...order }) => ({
    ...order,
    start: visitStart.toISOString(),
    date: todayIn(zone, visitStart),
    from: localTime(visitStart.getTime(), zone),
    to: localTime(visitEnd.getTime(), zone),
    orderedAt: createdAt.toISOString(),
  }))
}

/** The visits without a place in the calendar, each with free times near the booked one. */
export function displacedVisits(
  { settings, now }: ApiContext,
  {
    laboratory,
    calendar,
    visits,
  }: { laboratory: CatalogueLaboratory; calendar: LaboratoryCalendar; visits: readonly Booked[] },
): DisplacedVisit[] {
  const displaced = visitsWithoutPlace(calendar, visits)
  if (displaced.length === 0) return []
  const zone = settings.businessTimeZone
  const taken = Map.groupBy(visits, ({ start }) => start)
  const plan = planOf(laboratory, calendar)
  const days = VISIT_HORIZON_DAYS + 1
  const range = { plan, now: now(), from: todayIn(zone, now()), days, zone }
  const slotAt = new Map(visitSlots(range).map((slot) => [slot.start, slot]))
  const times = new Map<number, string[]>()
  const timesFor = (people: number) =>
    times.getOrInsertComputed(people, () => visitSlots({ ...range, people }).map((slot) => slot.start))
  const free = new Map<string, number>()
  const freeAt = (time: string) =>
    free.getOrInsertComputed(
      time,
      () => capacityOf(calendar, slotAt.get(time)!, zone) - (taken.get(time)?.length ?? 0),
    )
  return displaced.map(({ orderId, number, people, state, start }) => {
    const isFree = (time: string) => freeAt(time) > 0
    const otherTimes = nearestTimes(timesFor(people), { wanted: start, count: OFFERED, isFree })
    // The nearest time offered to a visit takes one of its places, so that later visits are offered others.
    const nearest = otherTimes[0]
    if (nearest) free.set(nearest, freeAt(nearest) - 1)
    return {
      orderId,
      number,
      state,
      start: inZone(start, zone),
      otherTimes: otherTimes.map((time) => inZone(time, zone)),
    }
  })
}
