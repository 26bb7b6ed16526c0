import { LOCALES } from '@shop/domain/locale'
import { pageMessages } from '@shop/texts/compiled-messages'
import { PARTNER_TEXTS } from '@shop/texts/create-texts'
import { expect, test } from 'vitest'
import { readPartners } from './emit-messages.ts'
import { pageTexts } from './page-texts.server.ts'

const partners = Object.entries(readPartners())

test.each(LOCALES)(
  '%s has the namespaces common, cart, messages, busy and the partner’s',
  { tags: ['SPEC-9-NAMESPACES', 'SPEC-9-NAMESPACE-PARTNER', 'SPEC-9-NAMESPACE-DEFAULT'] },
  (locale) => {
    for (const [slug, partner] of partners) {
      const keys = Object.keys(pageMessages(locale, slug, partner))
      const namespaces = keys.map((key) => /^(\w+):/.exec(key)?.[1] ?? 'common')
      // Texts used only in mails and printed papers are not sent to the browser.
      expect([...new Set(namespaces)].sort()).toEqual(['busy', 'cart', 'common', 'messages', slug].sort())
      const own = keys.filter((key) => key.startsWith(slug))
      expect(own.sort()).toEqual(PARTNER_TEXTS.map((name) => `${slug}:${name}`).sort())
      expect(pageTexts(locale, slug).texts.ofPartner('name')).toBe(partner.brand)
    }
  },
)

test('each partner has its own file of texts and its own colours, and one missing from the build is named', () => {
  const made = partners.map(([slug]) => pageTexts('ru', slug))
  expect(new Set(made.map(({ address }) => address)).size).toBe(partners.length)
  expect(new Set(made.map(({ theme }) => theme?.['--brand-hue'])).size).toBe(partners.length)
  expect(() => pageTexts('ru', 'nobody')).toThrow('PARTNER: the shop was built without nobody')
})
