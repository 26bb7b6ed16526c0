import type { Partner } from '@shop/contract/partner'
import type { Locale } from '@shop/domain/locale'
import { madeOnceFor } from '@shop/server/made-once'
import { brandTheme } from '@shop/storefront/texts/brand-theme.ts'
import { deskMessages } from '@shop/texts/compiled-messages'

interface Shown {
  locale: Locale
  slug: string
  partner: Partner
}

export type RootData = ReturnType<typeof rootData>

const made = madeOnceFor((partner: Partner, locale: Locale, slug: string) => ({
  locale,
  slug,
  messages: deskMessages(locale, slug, partner),
  theme: brandTheme(partner.colour),
}))

/**
 * What every page is made with: its language, its texts and the brand. One object each time: an error page whose root
 * and whose error have it carries it once.
 */
export const rootData = ({ locale, slug, partner }: Shown) => made(partner, locale, slug)
