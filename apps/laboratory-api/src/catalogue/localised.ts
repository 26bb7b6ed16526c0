import type { Locale } from '@shop/domain/locale'

/**
 * A text in the languages it has been written in: always English and Russian; the others if the catalogue has
 * them.
 */
export interface Localised<T = string> {
  readonly en: T
  readonly ru: T
  readonly pl?: T | undefined
  readonly be?: T | undefined
}

/** A value in every language of the shop. */
export type InEveryLanguage<T = string> = Readonly<Record<Locale, T>>

/**
 * The text in the reader's language; if it is missing, Belarusian readers get Russian and Polish ones English.
 */
export function inLanguage<T>(text: Localised<T>, locale: Locale): T {
  return text[locale] ?? (locale === 'be' ? text.ru : text.en)
}

/** The texts of all languages, each once. */
export function everyText<T>({ en, ru, pl, be }: Localised<T>): T[] {
  return [...new Set([en, ru, pl, be])].filter((text) => text !== undefined)
}
