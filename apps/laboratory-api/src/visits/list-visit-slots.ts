import type { VisitSlot } from '@shop/contract/visits'
import { todayIn } from '@shop/domain/age'
import { type LaboratoryCalendar, placesAt } from '@shop/domain/laboratory-calendar'
import { inZone, localTime, type VisitSlot as Slot, visitSlots } from '@shop/domain/visit-slots'
import { and, eq, gte, lte } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { openLaboratory, planOf } from './open-laboratory.ts'
import { visitSlot } from './tables.ts'

/**
 * The times that can still be ordered, with the places left; full ones are in the list with 0. In one statement.
 * `from` is `YYYY-MM-DD`, absent: today. @throws Problem unknown_laboratory
 */
export async function listVisitSlots(
  context: ApiContext,
  { laboratoryId, from, days }: { laboratoryId: number; from: string | undefined; days: number },
): Promise<VisitSlot[]> {
  const laboratory = openLaboratory(context, laboratoryId)
  const zone = context.settings.businessTimeZone
  const now = context.now()
  const calendar = context.calendar.of(laboratory)
  const plan = planOf(laboratory, calendar)
  const slots = visitSlots({ plan, now, from: from ?? todayIn(zone, now), days, zone })
    .map((slot) => ({ ...slot, places: placesOf(calendar, slot, zone) }))
    .filter(({ places }) => places > 0)
  const [first, last] = [slots[0], slots.at(-1)]
  if (!first || !last) return []
  const taken = await takenBetween(context, laboratoryId, first.start, last.start)
  return slots.map(({ start, end, places }) => ({
    start: inZone(start, zone),
    end: inZone(end, zone),
    free: Math.max(0, places - (taken.get(Date.parse(start)) ?? 0)),
  }))
}

/** How many visits may begin with that slot. */
export function placesOf(calendar: LaboratoryCalendar, { start, end }: Slot, zone: string): number {
  const date = todayIn(zone, new Date(start))
  const time = (instant: string) => localTime(Date.parse(instant), zone)
  return placesAt(calendar, { date, from: time(start), to: time(end) })
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
