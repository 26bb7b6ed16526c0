import { type Locale, languageTag, plainHours } from '@shop/domain/locale'

/** `12 April 1990`, of a date without time. */
export function dateText(date: string, locale: Locale): string {
  return new Intl.DateTimeFormat(languageTag(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )
}

/** `16 November 2026 at 8:10` in the business zone. */
export function instantText(instant: string, { locale, zone }: { locale: Locale; zone: string }): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: zone } as const
  return plainHours(new Intl.DateTimeFormat(languageTag(locale), options).format(new Date(instant)))
}
