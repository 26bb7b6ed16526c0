import type { Locale } from '@shop/domain/locale'

/** Each language's name in that language. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string> & Partial<Record<string, string>>> = {
  en: 'English',
  ru: 'Русский',
  pl: 'Polski',
  be: 'Беларуская',
}
