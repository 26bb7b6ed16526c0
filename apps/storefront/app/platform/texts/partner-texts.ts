import type { Locale } from '@shop/contract/fields'
import type { Partner } from '@shop/contract/partner'
import { RESULT_WORDS } from '@shop/contract/words/result-words'
import type { Texts } from './merge-texts.ts'

/** A language's texts with the words that paper and mails use too, and the partner's own as one more namespace, named by the partner's path segment. */
export function withPartner(texts: Texts, slug: string, partner: Partner, locale: Locale): Texts {
  const { about, company, address, supportHours } = partner.texts[locale]
  const { brand: name, supportEmail: email, phone } = partner
  const { age, results } = RESULT_WORDS[locale]
  const common = texts.common ?? {}
  return {
    ...texts,
    common: {
      ...common,
      patients: { ...(common.patients as object), age },
      results: { ...(common.results as object), ...results },
    },
    [slug]: { name, about, email, phone, company, address, supportHours },
  }
}
