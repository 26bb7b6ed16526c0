import type { Texts } from '@shop/texts/create-texts'
import { createContext, useContext } from 'react'
import type { BrandTheme } from './brand-theme.ts'

/** All styles of the shop. In the browser they are already in the page, and the text is empty. */
export interface PageStyles {
  /** Address of the file with the same styles. */
  file: string
  text: string
}

/** What a page is made with apart from its data: the same on the server and in the browser. */
export interface PageTexts {
  texts: Texts
  /** Address of the file with the page's messages. */
  address: string
  /** The partner that runs the shop: the namespace of its own texts. */
  partner: string
  /** The partner's colours; if absent, those of the style sheet. */
  theme?: BrandTheme
  /** Present where the page embeds the shop's styles. */
  styles?: PageStyles | null
}

export const PageTextsContext = createContext<PageTexts | null>(null)

export function usePageTexts(): PageTexts {
  const page = useContext(PageTextsContext)
  if (!page) throw new Error('Texts are used outside their context')
  return page
}

/** The texts of the page's language. */
export function useTexts(): Texts {
  return usePageTexts().texts
}

/** The partner's texts about itself. */
export function usePartner() {
  const { texts, partner } = usePageTexts()
  const { ofPartner } = texts
  return {
    partner,
    name: ofPartner('name'),
    about: ofPartner('about'),
    email: ofPartner('email'),
    phone: ofPartner('phone'),
    company: ofPartner('company'),
    address: ofPartner('address'),
    supportHours: ofPartner('supportHours'),
    quality: ofPartner('quality'),
  }
}
