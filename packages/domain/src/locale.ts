/** The languages of texts, mails and papers. */
export const LOCALES = ['en', 'ru', 'pl', 'be'] as const
export type Locale = (typeof LOCALES)[number]

/**
 * The tag for writing days, times and numbers: British English, with days before months and 24 hours, as the
 * business counts.
 */
export const languageTag = (locale: string): string => (locale === 'en' ? 'en-GB' : locale)

/** Times within a text as people write them, on a page, in a mail and on paper: 8:30, not 08:30. */
export const plainHours = (text: string): string => text.replaceAll(/(?<![\d:])0(?=\d:\d\d)/g, '')

/** The decimal separator: a point in English, a comma in the shop's other languages. */
export const decimalMark = (locale: string): string => (locale === 'en' ? '.' : ',')
