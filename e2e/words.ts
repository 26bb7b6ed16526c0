import type { Locale } from '@shop/domain/locale'
import { pageMessages } from '@shop/texts/compiled-messages'
import { createTexts, type TextKey } from '@shop/texts/create-texts'
import { readPartners } from '../apps/storefront/app/platform/texts/emit-messages.ts'

export type Words = (key: TextKey, values?: Record<string, unknown>) => string

/** The shop's texts in a language, by their keys: for tests that go the same way in several languages. */
export function wordsIn(locale: Locale): Words {
  const messages = pageMessages(locale, 'synlab', readPartners().synlab!)
  return createTexts({ locale, messages, partner: 'synlab' }).t
}
