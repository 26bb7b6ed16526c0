import type { Locale } from '@shop/domain/locale'

/** Days before months and 24 hours, as the business counts. On the server: not every browser has Belarusian. */
const habit = (locale: Locale) => (locale === 'en' ? 'en-GB' : locale)

/** "Tuesday, 6 March 2040", of `2040-03-06`. */
export function dayInWords(date: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(habit(locale), { dateStyle: 'full', timeZone: 'UTC' })
  return format.format(new Date(`${date}T00:00:00Z`))
}

/** "Tue 6 Mar", of `2040-03-06`: the head of a column. */
export function dayOfWeek(date: string, locale: Locale): string {
  const options = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(habit(locale), options).format(new Date(`${date}T00:00:00Z`))
}

/** "6 Mar 2040", of `2040-03-06`. */
export function shortDay(date: string, { locale }: { locale: Locale }): string {
  const format = new Intl.DateTimeFormat(habit(locale), { dateStyle: 'medium', timeZone: 'UTC' })
  return format.format(new Date(`${date}T00:00:00Z`))
}

/** "6 Mar 2040, 09:00", in the business zone. */
export function moment(instant: string, { locale, zone }: { locale: Locale; zone: string }): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: zone } as const
  return new Intl.DateTimeFormat(habit(locale), options).format(new Date(instant))
}

/** "2 hr, 10 min" since then; days once it is one. */
export function waited(since: string, locale: Locale, now = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000))
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  const format = new Intl.DurationFormat(habit(locale), { style: 'short', minutesDisplay: 'always' })
  return format.format(days > 0 ? { days, hours } : { hours, minutes: minutes % 60 })
}

export const hoursSince = (since: string, now = Date.now()): number => (now - Date.parse(since)) / 3_600_000
