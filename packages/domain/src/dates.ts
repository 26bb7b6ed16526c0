/** Calendar dates as `YYYY-MM-DD` text, without `Temporal`, so that browsers can use them too. */

const PATTERN = /^\d{4}-\d{2}-\d{2}$/
const DAY_IN_MS = 86_400_000

/** In the order of the local week. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

export type Weekday = (typeof WEEKDAYS)[number]

/** Whether the text is a day that exists: `2025-02-29` is not. */
export function isDate(text: string): boolean {
  if (!PATTERN.test(text)) return false
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && isoDay(ms) === text
}

/** @throws RangeError if it is not a date */
export function addDays(date: string, days: number): string {
  return isoDay(toMs(date) + days * DAY_IN_MS)
}

/** Days from one date to another, negative when the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return (toMs(to) - toMs(from)) / DAY_IN_MS
}

export function weekdayOf(date: string): Weekday {
  return WEEKDAYS[(new Date(toMs(date)).getUTCDay() + 6) % WEEKDAYS.length]!
}

function toMs(date: string): number {
  if (!isDate(date)) throw new RangeError('Not a date of the form YYYY-MM-DD')
  return Date.parse(`${date}T00:00:00Z`)
}

function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
