import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { BrandTheme } from './brand-theme.ts'

/** What the page tells the browser about its texts and its partner, on its `<html>`. */
export interface PageTexts {
  /** Address of the file with the page's texts. */
  texts: string
  /** Whose shop it is: name of its namespace of texts. */
  partner: string
  /** The partner's colours; absent: those of the style sheet. */
  theme?: BrandTheme
}

export const PageTextsContext = createContext<PageTexts>({ texts: '', partner: '' })

/** The partner's key, its name and its own texts. */
export function usePartner() {
  const { partner } = useContext(PageTextsContext)
  const { t } = useTranslation(partner)
  return { partner, name: t('name'), t }
}
