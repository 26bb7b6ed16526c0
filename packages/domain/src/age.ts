import { isDate } from './dates.ts'

const formatters = new Map<string, Intl.DateTimeFormat>()
/** The last answer for each zone: no calendar changes within a minute. */
const lastDays = new Map<string, { minute: number; day: string }>()

/**
 * Completed years of life on a day, both `YYYY-MM-DD`; negative before the birth.
 * Who is born on 29 February completes a year on 1 March where the year has no such day.
 * @throws RangeError when a date is none
 */
export function ageInYears(dateOfBirth: string, on: string): number {
  if (!isDate(dateOfBirth) || !isDate(on)) throw new RangeError('Not a date of the form YYYY-MM-DD')
  const years = Number(on.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return on.slice(5) < dateOfBirth.slice(5) ? years - 1 : years
}

export const CHILD_UNTIL_YEARS = 18

/** Somebody else answers for a child and is spoken to in its place. */
export function isChild(dateOfBirth: string, on: string): boolean {
  return ageInYears(dateOfBirth, on) < CHILD_UNTIL_YEARS
}

/** The date at that moment, `YYYY-MM-DD`, as the calendar hangs on a wall in that zone. */
export function todayIn(zone: string, now: Date): string {
  const minute = Math.floor(now.getTime() / 60_000)
  const last = lastDays.get(zone)
  if (last?.minute === minute) return last.day
  const day = formatDayIn(zone, now)
  lastDays.set(zone, { minute, day })
  return day
}

function formatDayIn(zone: string, now: Date): string {
  let formatter = formatters.get(zone)
  if (!formatter) {
    const options = { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' } as const
    formatter = new Intl.DateTimeFormat('en-US', { ...options, calendar: 'iso8601' })
    formatters.set(zone, formatter)
  }
  const parts = new Map(formatter.formatToParts(now).map(({ type, value }) => [type, value]))
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
}
