import { type Locale, languageTag } from '@shop/domain/locale'

/** "5 March 2040", of a date without time. */
export const dayInWords = (day: string, locale: Locale): string =>
  new Intl.DateTimeFormat(languageTag(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
