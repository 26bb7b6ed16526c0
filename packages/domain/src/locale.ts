/** The languages of texts, mails and papers. */
export const LOCALES = ['en', 'ru', 'pl', 'be'] as const
export type Locale = (typeof LOCALES)[number]
