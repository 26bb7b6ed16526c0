import { todayIn } from './age.ts'
import { addDays, daysBetween, weekdayOf } from './dates.ts'
import type { Closure } from './laboratory-calendar.ts'
import { VISIT_HORIZON_DAYS, type VisitPlan, visitSlots } from './visit-slots.ts'

const A_MONDAY = '2024-01-01'
const WORKING_DAYS_A_WEEK = 6

/**
 * The day on which results are ready: that many working days after the visit, `YYYY-MM-DD`. Laboratories
 * work Monday to Saturday; a Sunday is not counted, nor a day on which the laboratory is closed.
 * A visit on Monday 23 November and one day give Tuesday 24 November.
 */
export function readyDate(
  visitDate: string,
  execPeriodDays: number,
  closures: readonly Closure[] = [],
): string {
  if (execPeriodDays === 0) return visitDate
  let off = 0
  for (;;) {
    const ready = addWorkingDays(visitDate, execPeriodDays + off)
    const within = closedWorkingDays(closures, visitDate, ready)
    if (within === off) return ready
    off = within
  }
}

function addWorkingDays(from: string, count: number): string {
  const days = daysBetween(A_MONDAY, from)
  const week = Math.floor(days / 7)
  // A Sunday's sample is worked on like one taken on the Saturday before.
  const dayOfWeek = Math.min(days - week * 7, WORKING_DAYS_A_WEEK - 1)
  const working = week * WORKING_DAYS_A_WEEK + dayOfWeek + count
  const readyWeek = Math.floor(working / WORKING_DAYS_A_WEEK)
  return addDays(A_MONDAY, readyWeek * 7 + (working - readyWeek * WORKING_DAYS_A_WEEK))
}

/** Those after the one and until the other, both named once where closures meet. */
function closedWorkingDays(closures: readonly Closure[], after: string, until: string): number {
  const off = new Set<string>()
  for (const { firstDay, lastDay, fromTime } of closures) {
    if (fromTime !== null) continue
    let date = firstDay > after ? firstDay : addDays(after, 1)
    for (; date <= lastDay && date <= until; date = addDays(date, 1)) {
      if (weekdayOf(date) !== 'sunday') off.add(date)
    }
  }
  return off.size
}

/** The first day with a visit that can still be ordered, free places aside; null when there is none. */
export function earliestVisitDate(input: { plan: VisitPlan; now: Date; zone: string }): string | null {
  const today = todayIn(input.zone, input.now)
  for (let offset = 0; offset <= VISIT_HORIZON_DAYS; offset++) {
    const date = addDays(today, offset)
    if (visitSlots({ ...input, from: date, days: 1 }).length > 0) return date
  }
  return null
}
