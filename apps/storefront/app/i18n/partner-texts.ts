import type { Locale } from '@shop/contract/fields'
import type { Partner } from '@shop/contract/partner'
import type { Texts } from './merge-texts.ts'

/** A language's texts with the partner's own as one more namespace, named by the partner's path segment. */
export function withPartner(texts: Texts, slug: string, partner: Partner, locale: Locale): Texts {
  const { about, company, address, supportHours } = partner.texts[locale]
  const { brand: name, supportEmail: email, phone } = partner
  return { ...texts, [slug]: { name, about, email, phone, company, address, supportHours } }
}
