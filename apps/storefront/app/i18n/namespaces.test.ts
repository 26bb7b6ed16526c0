import { LOCALES } from '@shop/contract/fields'
import { expect, test } from 'vitest'
import { createI18n } from './create-i18n.ts'
import { mergeTexts } from './merge-texts.ts'

const files = import.meta.glob<Record<string, unknown>>('../locales/**/*.json', {
  eager: true,
  import: 'default',
})
const texts = mergeTexts(
  Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path.replace('../locales/', ''), content]),
  ),
)

// proves SPEC-9-NAMESPACES, SPEC-9-NAMESPACE-PARTNER, SPEC-9-NAMESPACE-DEFAULT
test.each(LOCALES)('%s has the namespaces common, cart, messages and one per partner', (locale) => {
  expect(Object.keys(texts[locale] ?? {}).sort()).toEqual(['cart', 'common', 'messages', 'synlab'])
})

// proves SPEC-9-NAMESPACE-DEFAULT
test('a key without a namespace is one of common, others name theirs', () => {
  const { t } = createI18n('en', texts.en!, 'synlab')
  expect(t('shell.menu.home')).toBe('Home')
  expect(t('common:shell.menu.home')).toBe('Home')
  expect(t('messages:notAuthorized')).toBe('Not authorized')
  expect(t('cart:title')).toBe('Cart')
  expect(t('synlab:name')).toBe(texts.en?.synlab?.name)
})
