import type { Partner } from '@shop/contract/partner'
import type { Locale } from '@shop/domain/locale'
import { textsIn } from '../texts.ts'

interface Letterhead {
  partner: Partner
  locale: Locale
  title: string
  /** Head of every page after the first: the person and the subject of the paper. */
  running: string
  /** Left side of every page's foot. */
  foot: string
}

/** What `letter.typ` prints around every paper. */
export function letterheadData({ partner, locale, title, running, foot }: Letterhead) {
  const { brand, colour, phone } = partner
  const { company, registration, address, demonstration } = partner.texts[locale]
  return {
    language: locale,
    title,
    brand,
    colour,
    phone,
    company: [company, registration, address],
    demonstration,
    running,
    foot,
    // The numbers are known only when the pages are made.
    page: textsIn(locale)('papers:page', { page: '{page}', pages: '{pages}' }),
  }
}
