import type { Locale } from '@shop/contract/fields'
import type { i18n } from 'i18next'
import { createI18n } from './create-i18n.ts'
import { mergeTexts, type Texts } from './merge-texts.ts'
import { textsFile } from './texts-file.ts'

const files = import.meta.glob<Record<string, unknown>>('../locales/**/*.json', {
  eager: true,
  import: 'default',
})
const texts = mergeTexts(
  Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path.replace('../locales/', ''), content]),
  ),
)
const instances = new Map<string, i18n>()

function textsOf(locale: Locale): Texts {
  return texts[locale] ?? {}
}

/** The translations of a language, made once per process: they hold no state of a request. */
export function serverI18n(locale: Locale, partner: string): i18n {
  const key = `${locale} ${partner}`
  let instance = instances.get(key)
  if (!instance) {
    instance = createI18n(locale, textsOf(locale), partner)
    instances.set(key, instance)
  }
  return instance
}

const addresses = new Map<Locale, string>()

/** Where the browser finds the same texts. */
export function textsAddress(locale: Locale): string {
  let address = addresses.get(locale)
  if (!address) {
    address = `/${textsFile(locale, textsOf(locale)).path}`
    addresses.set(locale, address)
  }
  return address
}
