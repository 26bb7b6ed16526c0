import { type Messages, setupI18n } from '@lingui/core'
import type { Locale } from '@shop/domain/locale'
import type { EnglishTexts } from './english-texts.ts'

type Path<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? Name : `${Name}.${Path<Tree[Name]>}`
}[keyof Tree & string]

type KeysOf<Name extends keyof EnglishTexts> = Path<EnglishTexts[Name]>

/** Key of a text: plain for the namespace `common`, for any other after its name and a colon (`cart:title`). */
export type TextKey = {
  [Name in keyof EnglishTexts & string]: Name extends 'common' ? KeysOf<Name> : `${Name}:${KeysOf<Name>}`
}[keyof EnglishTexts & string]

/** A `count` must be a number: it chooses the plural form. */
export type TextValues = Readonly<Record<string, unknown>> & { readonly count?: number }

/** Translations of one language, the same in browser, server, mails and PDFs. */
export interface Texts {
  language: string
  /** The text of a key with its values filled in; a key without a text is its own text. */
  t: (key: TextKey, values?: TextValues) => string
  /** One of the partner's own texts, by its name. */
  ofPartner: (name: PartnerText) => string
}

/** What a partner says about itself; kept as `{partner}:{name}` beside the other messages. */
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

/** The name of the value that holds the plural form of another value, a number. */
export const formOf = (name: string) => `${name}#`

interface CreateTexts {
  locale: Locale | (string & {})
  /** Compiled messages by key: the server's `pageMessages` or `compiledMessages`, or the file that the page names. */
  messages: Messages
  /** The partner who runs the shop: every text may name it as `{partner}`. */
  partner: string
}

export function createTexts({ locale, messages, partner }: CreateTexts): Texts {
  // Chromium has no Belarusian and would count as in English; Russian counts like Belarusian.
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
    // A date that ends in an abbreviation ("17 марта 2027 г.") ends its sentence without a second full stop. Only after
    // a number: what people typed stays as it is.
    return i18n._(key, all).replace(/(\d\s[а-я]{1,4}\.)\.(?!\.)/g, '$1')
  }
  return { language: locale, t: translate, ofPartner: (name) => translate(`${partner}:${name}`) }
}
