import type { Locale } from '@shop/contract/fields'
import { createI18n } from '../apps/storefront/app/platform/texts/create-i18n.ts'
import { readTexts } from '../apps/storefront/app/platform/texts/read-texts.ts'

export type Words = (key: string, variables?: Record<string, unknown>) => string

/** The shop's texts in a language, by their keys: for tests that go the same way in several languages. */
export function wordsIn(locale: Locale): Words {
  const { t, exists } = createI18n(locale, readTexts('synlab')[locale], 'synlab')
  return (key, variables = {}) => {
    if (!exists(key, variables)) throw new Error(`no text ${key} in ${locale}`)
    return t(key, variables)
  }
}
