import { todayIn } from './age.ts'
import { addDays, daysBetween } from './dates.ts'
import type { Closure } from './laboratory-calendar.ts'
import type { VisitPlan } from './visit-plan.ts'
import { VISIT_HORIZON_DAYS, visitSlots } from './visit-slots.ts'

const A_MONDAY = '2024-01-01'

/**
 * The day on which results are ready: so many working days after the visit, `YYYY-MM-DD`. Laboratories work Monday
 * to Saturday; Sundays and days on which the laboratory is closed are not counted. A visit on Monday 23 November
 * and one day give Tuesday 24 November.
 */
export function readyDate(
  visitDate: string,
  turnaroundDays: number,
  closures: readonly Closure[] = [],
): string {
  if (turnaroundDays === 0) return visitDate
  const closed = closures
    .filter(({ fromTime, lastDay }) => fromTime === null && lastDay > visitDate)
    .map(({ firstDay, lastDay }) => ({ first: dayNumber(firstDay), last: dayNumber(lastDay) }))
  let day = dayNumber(visitDate)
  for (let left = turnaroundDays; left > 0; ) {
    day++
    const isOff = isSunday(day) || closed.some(({ first, last }) => first <= day && day <= last)
    if (!isOff) left--
  }
  return addDays(A_MONDAY, day)
}

/** Days since a Monday: counting a year of them costs nothing. */
const dayNumber = (date: string) => daysBetween(A_MONDAY, date)
const isSunday = (day: number) => ((day % 7) + 7) % 7 === 6

/** The first day with a visit that can still be ordered, regardless of free places; null if there is none. */
export function earliestVisitDate(input: {
  plan: VisitPlan
  people?: number
  now: Date
  zone: string
}): string | null {
  const today = todayIn(input.zone, input.now)
  for (let offset = 0; offset <= VISIT_HORIZON_DAYS; offset++) {
    const date = addDays(today, offset)
    if (visitSlots({ ...input, from: date, days: 1 }).length > 0) return date
  }
  return null
}
