import { todayIn } from './age.ts'
import { addDays, daysBetween } from './dates.ts'
import { VISIT_HORIZON_DAYS, type VisitPlan, visitSlots } from './visit-slots.ts'

const A_MONDAY = '2024-01-01'
const WORKING_DAYS_A_WEEK = 6

/**
 * The day on which results are ready: that many working days after the visit, `YYYY-MM-DD`. Laboratories
 * work Monday to Saturday, as the nurses do; a Sunday is not counted. Holidays are not known.
 * A visit on Monday 23 November and one day give Tuesday 24 November.
 */
export function readyDate(visitDate: string, execPeriodDays: number): string {
  if (execPeriodDays === 0) return visitDate
  const days = daysBetween(A_MONDAY, visitDate)
  const week = Math.floor(days / 7)
  // A Sunday's sample is worked on like one taken on the Saturday before.
  const dayOfWeek = Math.min(days - week * 7, WORKING_DAYS_A_WEEK - 1)
  const working = week * WORKING_DAYS_A_WEEK + dayOfWeek + execPeriodDays
  const readyWeek = Math.floor(working / WORKING_DAYS_A_WEEK)
  return addDays(A_MONDAY, readyWeek * 7 + (working - readyWeek * WORKING_DAYS_A_WEEK))
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
