import i18next, { type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Texts } from './merge-texts.ts'

/** Translations of one language. Texts may name the partner as `{{partner}}`. */
export function createI18n(locale: string, texts: Texts, partner: string): i18n {
  const instance = i18next.createInstance()
  instance.use(initReactI18next).init({
    lng: locale,
    resources: { [locale]: texts },
    ns: Object.keys(texts),
    defaultNS: 'common',
    fallbackLng: false,
    initAsync: false,
    interpolation: {
      // React escapes.
      escapeValue: false,
      defaultVariables: { partner: texts[partner]?.name },
    },
    react: { useSuspense: false },
  })
  return instance
}
