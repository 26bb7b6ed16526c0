import { todayIn } from '@shop/domain/age'
import { languageTag, plainHours } from '@shop/domain/locale'
import { madeOnce } from '@shop/server/made-once'

// Days, times and numbers for people, the same on pages, in mails, on paper and at the desk. Only on the server:
// browsers have other spellings and other zones, and their first format is slow. Sums, which pages write too, are
// in the domain's `money.ts`.

/** Whose language and whose clock: the business zone determines days and times, never the machine's. */
export interface Reader {
  locale: string
  businessTimeZone: string
}

/** How a calendar date is written: a day has its weekday, a date does not. */
const DAY_FORMATS = {
  /** Monday 23 November */
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  /** Mon 23 Nov */
  dayShort: { weekday: 'short', day: 'numeric', month: 'short' },
  /** Monday 23 November 2026 */
  fullDay: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** 23 November 2026 */
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  /** 23 Nov 2026 */
  dateShort: { dateStyle: 'medium' },
  /** 23 Nov */
  monthDay: { day: 'numeric', month: 'short' },
  /** November 2026 */
  month: { month: 'long', year: 'numeric' },
  /** Nov 2026 */
  monthShort: { month: 'short', year: 'numeric' },
  weekdayLong: { weekday: 'long' },
  weekdayShort: { weekday: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
export type DayFormat = keyof typeof DAY_FORMATS

const dayFormat = madeOnce(
  (locale: string, format: DayFormat) =>
    new Intl.DateTimeFormat(languageTag(locale), { ...DAY_FORMATS[format], timeZone: 'UTC' }),
)

/** A calendar date, `YYYY-MM-DD`. */
export function formatDay(date: string, locale: string, format: DayFormat = 'day'): string {
  const written = dayFormat(locale, format).format(new Date(`${date}T00:00:00Z`))
  // No line breaks between a number and its word: before the month, the year, or the word for the year.
  const text = written.replace(/(\d) (?=\p{L})| (?=\d{4})/gu, '$1\u00a0')
  // British English has a comma after the weekday only if a year follows.
  return locale === 'en' ? text.replace(/^(\p{L}+),/u, '$1') : text
}

/** The day on which an instant falls. */
export function formatDayOf(instant: string | Date, reader: Reader, format?: DayFormat): string {
  return formatDay(todayIn(reader.businessTimeZone, new Date(instant)), reader.locale, format)
}

const timeFormat = madeOnce(
  (locale: string, timeZone: string) =>
    new Intl.DateTimeFormat(languageTag(locale), {
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
      hourCycle: 'h23',
    }),
)

/** 8:30 */
export function formatTime(instant: string | Date, { locale, businessTimeZone }: Reader): string {
  return plainHours(timeFormat(locale, businessTimeZone).format(new Date(instant)))
}

/** Fri 20 Nov, 16:42 */
export function formatMoment(instant: string | Date, reader: Reader, format: DayFormat = 'dayShort'): string {
  return `${formatDayOf(instant, reader, format)}, ${formatTime(instant, reader)}`
}

/**
 * When a sample was taken. Laboratories may know only the day, which is stored as its beginning: then, and for a sample
 * really taken at that minute, the day stands alone.
 */
export function formatSampling(instant: string | Date, reader: Reader, format?: DayFormat): string {
  const zone = reader.businessTimeZone
  const at = new Date(instant)
  const day = Temporal.PlainDate.from(todayIn(zone, at)).toZonedDateTime(zone)
  const isDay = at.getTime() === day.epochMilliseconds
  return isDay ? formatDayOf(at, reader, format) : formatMoment(at, reader, format)
}

const MONTHS_FROM_DAYS = 45
const YEARS_FROM_DAYS = 730

const relativeFormat = madeOnce(
  (locale: string, numeric: 'always' | 'auto') =>
    new Intl.RelativeTimeFormat(languageTag(locale), { numeric }),
)

/** The distance from today in days: "tomorrow", "in 3 days", "20 months ago". */
export function formatAgo(days: number, locale: string): string {
  const distance = Math.abs(days)
  if (distance < MONTHS_FROM_DAYS) return relativeFormat(locale, 'auto').format(days, 'day')
  // Never "last month", which is a month of the calendar: 50 days ago may be the one before it.
  const relative = relativeFormat(locale, 'always')
  if (distance < YEARS_FROM_DAYS) return relative.format(Math.trunc(days / 30.44), 'month')
  return relative.format(Math.trunc(days / 365), 'year')
}

const durationFormat = madeOnce(
  (locale: string, minutesDisplay: 'always' | 'auto', style: 'short' | 'narrow' = 'short') =>
    new Intl.DurationFormat(languageTag(locale), { style, minutesDisplay }),
)

/** Whole minutes as "2 hrs, 10 mins"; only days and hours from one day on. */
export function formatDuration(minutes: number, locale: string): string {
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  if (days > 0) return durationFormat(locale, 'auto').format({ days, hours })
  return durationFormat(locale, 'always').format({ hours, minutes: minutes % 60 })
}

/** The same as "2h 10m", where there is little room; "2h" if there are no minutes. */
export function formatShortDuration(minutes: number, locale: string): string {
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  const display = minutes < 60 ? 'always' : 'auto'
  return durationFormat(locale, display, 'narrow').format(
    days > 0 ? { days, hours } : { hours, minutes: minutes % 60 },
  )
}

const yearsFormat = madeOnce(
  (locale: string) =>
    new Intl.NumberFormat(languageTag(locale), { style: 'unit', unit: 'year', unitDisplay: 'long' }),
)

/** "5 years" */
export function formatYears(years: number, locale: string): string {
  return yearsFormat(locale).format(years)
}

const numberFormat = madeOnce(
  (locale: string, least: number, most: number) =>
    new Intl.NumberFormat(languageTag(locale), {
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    }),
)

/** With exactly so many decimals: as the value was measured. */
export function formatNumber(value: number, decimals: number, locale: string): string {
  return numberFormat(locale, decimals, decimals).format(value)
}

/** A number as it was set, such as the limit of a range: with the decimals that it has. */
export function formatDecimal(value: number, locale: string): string {
  return numberFormat(locale, 0, 6).format(value)
}

const listFormat = madeOnce((locale: string) => new Intl.ListFormat(languageTag(locale)))

/** "Anna, Viktor and Maria" */
export function formatNames(names: readonly string[], locale: string): string {
  return listFormat(locale).format(names)
}
