import { createContext, type ReactNode, useContext } from 'react'
import type { BrowserI18n } from './i18next.ts'

/** What the pages use of react-i18next, over the browser's own i18next: the language never changes while a page lives. */
const Context = createContext<BrowserI18n | null>(null)

export const initReactI18next = {}

export function I18nextProvider({ i18n, children }: { i18n: BrowserI18n; children: ReactNode }) {
  return <Context value={i18n}>{children}</Context>
}

export function useTranslation(namespace?: string) {
  const i18n = useContext(Context)
  if (!i18n) throw new Error('useTranslation outside of I18nextProvider')
  return { t: i18n.getFixedT(null, namespace), i18n, ready: true }
}
