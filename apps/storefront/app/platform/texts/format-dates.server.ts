import { todayIn } from '@shop/domain/age'
import { languageTag, plainHours } from '@shop/domain/locale'
import { madeOnce } from '@shop/server/made-once'

// Dates for people, formatted on the server only: browsers know other spellings, and other zones.

const formatter = madeOnce(
  (locale: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(languageTag(locale), options),
)

/** How a calendar date is written. */
const DAY_FORMATS = {
  /** Monday 23 November */
  long: { weekday: 'long', day: 'numeric', month: 'long' },
  /** Monday 23 November 2026 */
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** Mon 23 Nov */
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  weekday: { weekday: 'short' },
  weekdayLong: { weekday: 'long' },
  /** November 2026 */
  month: { month: 'long', year: 'numeric' },
  /** Nov 2026 */
  monthShort: { month: 'short', year: 'numeric' },
  /** 14 March 1965 */
  birth: { day: 'numeric', month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
export type DayFormat = keyof typeof DAY_FORMATS

/** A calendar date, `YYYY-MM-DD`. */
export function formatDay(date: string, locale: string, format: DayFormat = 'long'): string {
  const options = { ...DAY_FORMATS[format], timeZone: 'UTC' }
  const written = formatter(locale, options).format(new Date(`${date}T00:00:00Z`))
  // No line ends between a number and its word, neither before the month nor before the word for the year.
  const text = written.replace(/(\d) (?=\p{L})/gu, '$1\u00a0')
  // British English sets a comma after the weekday only where a year follows.
  return locale === 'en' ? text.replace(/^(\p{L}+),/u, '$1') : text
}

/** 8:30 */
export function formatTime(instant: string, locale: string, zone: string): string {
  const text = formatter(locale, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
    hourCycle: 'h23',
  }).format(new Date(instant))
  return plainHours(text)
}

/** Fri 20 Nov, 16:42 */
export function formatMoment(
  instant: string,
  locale: string,
  zone: string,
  format: DayFormat = 'short',
): string {
  const date = todayIn(zone, new Date(instant))
  return `${formatDay(date, locale, format)}, ${formatTime(instant, locale, zone)}`
}

const MONTHS_FROM_DAYS = 45
const YEARS_FROM_DAYS = 730

/** A time from today in days: "tomorrow", "in 3 days", "20 months ago". */
export function formatAgo(days: number, locale: string): string {
  const relative = relativeTime(locale)
  const distance = Math.abs(days)
  if (distance < MONTHS_FROM_DAYS) return relative.format(days, 'day')
  if (distance < YEARS_FROM_DAYS) return relative.format(Math.trunc(days / 30.44), 'month')
  return relative.format(Math.trunc(days / 365.25), 'year')
}

const relativeTime = madeOnce(
  (locale: string) => new Intl.RelativeTimeFormat(languageTag(locale), { numeric: 'auto' }),
)

/** "Anna, Viktor and Maria" */
export function formatNames(names: readonly string[], locale: string): string {
  return listOf(locale).format(names)
}

const listOf = madeOnce((locale: string) => new Intl.ListFormat(languageTag(locale)))
