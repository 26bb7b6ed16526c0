import { LOCALES } from '@shop/domain/locale'
import { expect, test } from 'vitest'
import { createI18n } from './create-i18n.ts'
import { translationsOf } from './i18n.server.ts'
import { readPartners, readTexts } from './read-texts.ts'

const partners = Object.keys(readPartners())

test.each(LOCALES)(
  '%s has the namespaces common, cart, messages and the partner’s',
  { tags: ['SPEC-9-NAMESPACES', 'SPEC-9-NAMESPACE-PARTNER', 'SPEC-9-NAMESPACE-DEFAULT'] },
  (locale) => {
    for (const partner of partners) {
      const own = readTexts(partner)[locale]
      expect(Object.keys(own).sort()).toEqual(['cart', 'common', 'messages', partner].sort())
      expect(Object.values(own[partner]!).every((text) => typeof text === 'string' && text)).toBe(true)
    }
  },
)

test('a key without a namespace is one of common, others name theirs', {
  tags: ['SPEC-9-NAMESPACE-DEFAULT'],
}, () => {
  const texts = readTexts('synlab').en
  const { t } = createI18n('en', texts, 'synlab')
  expect(t('shell.menu.home')).toBe('Home')
  expect(t('common:shell.menu.home')).toBe('Home')
  expect(t('messages:notAuthorized')).toBe('Not authorized')
  expect(t('cart:title')).toBe('Cart')
  expect(t('synlab:name')).toBe(texts.synlab?.name)
})

test('each partner has its own file of texts and its own colours, and one that was not built is named', () => {
  const made = partners.map((partner) => translationsOf('ru', partner))
  expect(new Set(made.map(({ textsAddress }) => textsAddress)).size).toBe(partners.length)
  expect(new Set(made.map(({ theme }) => theme['--brand-hue'])).size).toBe(partners.length)
  expect(() => translationsOf('ru', 'nobody')).toThrow('PARTNER: the shop was built without nobody')
})
