import type { Locale } from '@shop/contract/fields'
import type { Partner } from '@shop/contract/partner'
import type { i18n } from 'i18next'
import { madeOnce } from '../cache/made-once.server.ts'
import { type BrandTheme, brandTheme } from './brand-theme.ts'
import { createI18n } from './create-i18n.ts'
import { mergeTexts } from './merge-texts.ts'
import { withPartner } from './partner-texts.ts'
import { textsFile } from './texts-file.ts'

const files = import.meta.glob<Record<string, unknown>>('./locales/**/*.json', {
  eager: true,
  import: 'default',
})
const texts = mergeTexts(
  Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path.replace('./locales/', ''), content]),
  ),
)
const partnerFiles = import.meta.glob<Partner>('../../../../../partners/*/partner.json', {
  eager: true,
  import: 'default',
})

interface Translations {
  i18n: i18n
  /** Where the browser finds the same texts. */
  textsAddress: string
  theme: BrandTheme
}

/**
 * What a partner's pages in a language are made with, once per process: it holds no state of a request.
 * @throws Error when the shop was built without the partner
 */
export const translationsOf = madeOnce((locale: Locale, slug: string): Translations => {
  const partner = partnerFiles[`../../../../partners/${slug}/partner.json`]
  if (!partner) throw new Error(`PARTNER: the shop was built without ${slug}; build it again`)
  const own = withPartner(texts[locale] ?? {}, slug, partner, locale)
  return {
    i18n: createI18n(locale, own, slug),
    textsAddress: `/${textsFile(locale, own).path}`,
    theme: brandTheme(partner.colour),
  }
})
