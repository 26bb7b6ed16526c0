import type { NextFreeTime, WireVisitSlot } from '@shop/contract/visits'
import { todayIn } from '@shop/domain/age'
import { addDays } from '@shop/domain/dates'
import { type LaboratoryCalendar, placesAt } from '@shop/domain/laboratory-calendar'
import {
  inZone,
  localMoment,
  localTime,
  VISIT_HORIZON_DAYS,
  type VisitSlot,
  visitSlots,
} from '@shop/domain/visit-slots'
import { and, eq, gte, inArray, lte, or } from 'drizzle-orm'
import type { CatalogueLaboratory } from '../catalogue/catalogue-snapshot.ts'
import type { ApiContext } from '../context.ts'
import { openLaboratory, planOf } from './open-laboratory.ts'
import { visitSlot } from './tables.ts'

/**
 * The times that can still be ordered, with the places left; full ones are listed with 0. One statement.
 * `from` is `YYYY-MM-DD`; absent: today.
 * @throws Problem unknown_laboratory
 */
export async function listVisitSlots(
  context: ApiContext,
  { laboratoryId, from, days }: { laboratoryId: number; from: string | undefined; days: number },
): Promise<WireVisitSlot[]> {
  const laboratory = openLaboratory(context, laboratoryId)
  const zone = context.settings.businessTimeZone
  const slots = slotsWithPlaces(context, laboratory, { from: from ?? todayIn(zone, context.now()), days })
  const [first, last] = [slots[0], slots.at(-1)]
  if (!first || !last) return []
  const taken = await takenBetween(context, laboratoryId, first.start, last.start)
  return slots.map(({ start, end, places }) => ({
    start: inZone(start, zone),
    end: inZone(end, zone),
    free: Math.max(0, places - (taken.get(Date.parse(start)) ?? 0)),
  }))
}

function slotsWithPlaces(
  context: ApiContext,
  laboratory: CatalogueLaboratory,
  { from, days }: { from: string; days: number },
) {
  const zone = context.settings.businessTimeZone
  const calendar = context.calendar.of(laboratory)
  return visitSlots({ plan: planOf(laboratory, calendar), now: context.now(), from, days, zone })
    .map((slot) => ({ ...slot, places: capacityOf(calendar, slot, zone) }))
    .filter(({ places }) => places > 0)
}

/**
 * The first free time of each laboratory that takes orders. One statement if each has one on its first day
 * with times; laboratories that are full are searched further ahead, twice as many days each time.
 */
export async function listNextFreeTimes(context: ApiContext): Promise<NextFreeTime[]> {
  const zone = context.settings.businessTimeZone
  const today = todayIn(zone, context.now())
  const starts = new Map<number, string>()
  const offered = [...context.catalogue.current().laboratories.values()].filter(({ isOffered }) => isOffered)
  let waiting = offered.map((laboratory) => ({ laboratory, from: today }))
  for (let days = 1; waiting.length > 0; days *= 2) {
    const looked = waiting
      .map(({ laboratory, from }) => ({ laboratory, ...nextTimes(context, laboratory, { from, days }) }))
      .filter(({ slots }) => slots.length > 0)
    const taken = await takenAt(context, looked)
    for (const { laboratory, slots } of looked) {
      const free = slots.find(
        ({ start, places }) => places > (taken.get(`${laboratory.id} ${Date.parse(start)}`) ?? 0),
      )
      if (free) starts.set(laboratory.id, inZone(free.start, zone))
    }
    waiting = looked.filter(({ laboratory }) => !starts.has(laboratory.id))
  }
  return offered.map(({ id }) => ({ laboratoryId: id, start: starts.get(id) ?? null }))
}

/**
 * The times of the first `days` days that have any, starting with `from`, and the day after the last day
 * searched.
 */
function nextTimes(
  context: ApiContext,
  laboratory: CatalogueLaboratory,
  { from, days }: { from: string; days: number },
) {
  const last = addDays(todayIn(context.settings.businessTimeZone, context.now()), VISIT_HORIZON_DAYS)
  const slots: ReturnType<typeof slotsWithPlaces> = []
  let date = from
  for (let found = 0; found < days && date <= last; date = addDays(date, 1)) {
    const ofDay = slotsWithPlaces(context, laboratory, { from: date, days: 1 })
    if (ofDay.length > 0) found++
    slots.push(...ofDay)
  }
  return { slots, from: date }
}

/** The places taken within the times of each laboratory, by its id and the instant. */
async function takenAt(
  { database }: ApiContext,
  looked: readonly { laboratory: CatalogueLaboratory; slots: readonly VisitSlot[] }[],
): Promise<Map<string, number>> {
  const first = (slots: readonly VisitSlot[]) => new Date(slots[0]!.start)
  const last = (slots: readonly VisitSlot[]) => new Date(slots.at(-1)!.start)
  // Most laboratories start on the same day, so there are few ranges.
  const days = Map.groupBy(looked, ({ slots }) => first(slots).toISOString().slice(0, 10))
  if (days.size === 0) return new Map()
  const rows = await database.queries
    .select({ laboratoryId: visitSlot.laboratoryId, start: visitSlot.start, taken: visitSlot.taken })
    .from(visitSlot)
    .where(
      or(
        ...days.values().map((members) =>
          and(
            inArray(
              visitSlot.laboratoryId,
              members.map(({ laboratory }) => laboratory.id),
            ),
            gte(visitSlot.start, new Date(Math.min(...members.map(({ slots }) => +first(slots))))),
            lte(visitSlot.start, new Date(Math.max(...members.map(({ slots }) => +last(slots))))),
          ),
        ),
      ),
    )
  return new Map(rows.map(({ laboratoryId, start, taken }) => [`${laboratoryId} ${start.getTime()}`, taken]))
}

/** How many visits may begin in that slot. */
export function capacityOf(calendar: LaboratoryCalendar, { start, end }: VisitSlot, zone: string): number {
  const { date, time } = localMoment(Date.parse(start), zone)
  return placesAt(calendar, { date, from: time, to: localTime(Date.parse(end), zone) })
}

export async function takenBetween(
  { database }: Pick<ApiContext, 'database'>,
  laboratoryId: number,
  first: string,
  last: string,
): Promise<Map<number, number>> {
  const rows = await database.queries
    .select({ start: visitSlot.start, taken: visitSlot.taken })
    .from(visitSlot)
    .where(
      and(
        eq(visitSlot.laboratoryId, laboratoryId),
        gte(visitSlot.start, new Date(first)),
        lte(visitSlot.start, new Date(last)),
      ),
    )
  return new Map(rows.map(({ start, taken }) => [start.getTime(), taken]))
}
