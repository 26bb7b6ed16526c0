import { type Locale, languageTag } from '@shop/domain/locale'
import { madeOnce } from '@shop/server/made-once'

// On the server: not every browser has Belarusian.

const formatter = madeOnce(
  (locale: Locale, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(languageTag(locale), options),
)
const ofDay = (options: Intl.DateTimeFormatOptions) => (date: string, locale: Locale) =>
  formatter(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))

/** "Tuesday, 6 March 2040", of `2040-03-06`. */
export const dayInWords = ofDay({ dateStyle: 'full' })

/** "Tue 6 Mar", of `2040-03-06`: the head of a column. */
export const dayOfWeek = ofDay({ weekday: 'short', day: 'numeric', month: 'short' })

const inShort = ofDay({ dateStyle: 'medium' })

/** "6 Mar 2040", of `2040-03-06`. */
export const shortDay = (date: string, { locale }: { locale: Locale }) => inShort(date, locale)

/** "6 Mar 2040, 09:00", in the business zone. */
export function moment(instant: string, { locale, zone }: { locale: Locale; zone: string }): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: zone } as const
  return formatter(locale, options).format(new Date(instant))
}

/** "2 hr, 10 min" since then; days once it is one. */
export function waited(since: string, locale: Locale, now = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000))
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  const format = new Intl.DurationFormat(languageTag(locale), { style: 'short', minutesDisplay: 'always' })
  return format.format(days > 0 ? { days, hours } : { hours, minutes: minutes % 60 })
}

export const hoursSince = (since: string, now = Date.now()): number => (now - Date.parse(since)) / 3_600_000
