import { type Messages, setupI18n } from '@lingui/core'
import type { Locale } from '@shop/domain/locale'
import type { TextKey } from './text-key.ts'

/** What is counted is a number: its plural form is chosen by it. */
export type TextValues = Readonly<Record<string, unknown>> & { readonly count?: number }

/** Translations of one language, the same in browser, server, mails and PDFs. */
export interface Texts {
  language: string
  /** The text of a key with its values filled in; a key without a text is its own text. */
  t: (key: TextKey, values?: TextValues) => string
  /** A text of the partner's own, by its name there. */
  ofPartner: (name: PartnerText) => string
}

/** What a partner says of itself; kept as `{partner}:{name}` beside the other messages. */
export const PARTNER_TEXTS = [
  'name',
  'about',
  'email',
  'phone',
  'company',
  'address',
  'supportHours',
  'quality',
] as const
export type PartnerText = (typeof PARTNER_TEXTS)[number]

/** The value that has the plural form of another, a number. */
export const formOf = (name: string) => `${name}#`

interface CreateTexts {
  locale: Locale | (string & {})
  /** Compiled messages by key: `pageMessages` or `compiledMessages` of the server, or the file that the page names. */
  messages: Messages
  /** Whose shop it is: every text may name it as `{partner}`. */
  partner: string
}

export function createTexts({ locale, messages, partner }: CreateTexts): Texts {
  // Chromium has no Belarusian and would count as in English; Russian counts the same way.
  const locales = locale === 'be' ? ['be', 'ru'] : [locale]
  const i18n = setupI18n({ locale, locales, messages: { [locale]: messages } })
  const partnerName = String(messages[`${partner}:name`] ?? '')
  const rules = new Intl.PluralRules(locales)
  function translate(key: string, values: TextValues = {}) {
    const all: Record<string, unknown> = { partner: partnerName, ...values }
    for (const name in values) {
      const value = values[name]
      if (typeof value === 'number') all[formOf(name)] = rules.select(value)
    }
    return i18n._(key, all)
  }
  return { language: locale, t: translate, ofPartner: (name) => translate(`${partner}:${name}`) }
}
