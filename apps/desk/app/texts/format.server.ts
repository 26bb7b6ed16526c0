import type { Locale } from '@shop/contract/fields'

/** Days before months and 24 hours, as the business counts. On the server: not every browser has Belarusian. */
const habit = (locale: Locale) => (locale === 'en' ? 'en-GB' : locale)

/** "Tuesday, 6 March 2040", of `2040-03-06`. */
export function dayInWords(date: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(habit(locale), { dateStyle: 'full', timeZone: 'UTC' })
  return format.format(new Date(`${date}T00:00:00Z`))
}

/** "6 Mar 2040, 09:00", in the business zone. */
export function moment(instant: string, { locale, zone }: { locale: Locale; zone: string }): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: zone } as const
  return new Intl.DateTimeFormat(habit(locale), options).format(new Date(instant))
}
