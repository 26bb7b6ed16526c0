import type { Partner } from '@shop/contract/partner'
import type { Locale } from '@shop/domain/locale'
import { brandTheme } from '@shop/storefront/texts/brand-theme.ts'
import { deskMessages } from '@shop/texts/compiled-messages'

interface Shown {
  locale: Locale
  slug: string
  partner: Partner
}

export type RootData = ReturnType<typeof rootData>

/** What every page is made with: its language, its texts and the brand. */
export const rootData = ({ locale, slug, partner }: Shown) => ({
  locale,
  slug,
  messages: deskMessages(locale, slug, partner),
  theme: brandTheme(partner.colour),
})
