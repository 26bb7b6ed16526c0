import type { Locale } from '@shop/contract/fields'

/** The catalogue has texts in two languages. */
export type TextLanguage = 'en' | 'ru'

export interface Localised<T = string> {
  readonly en: T
  readonly ru: T
}

/** Of what is worded in every language that the shop speaks. */
export type InEveryLanguage<T = string> = Readonly<Record<Locale, T>>

/** Belarusian readers get Russian texts, Polish ones English. */
export function textLanguage(locale: Locale): TextLanguage {
  return locale === 'ru' || locale === 'be' ? 'ru' : 'en'
}
