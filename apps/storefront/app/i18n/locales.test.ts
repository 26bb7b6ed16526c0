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

/** Every key of a tree of texts, plural forms taken as one. */
function keysOf(tree: object, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null
      ? keysOf(value, `${prefix}${key}.`)
      : `${prefix}${key}`.replace(/_(?:zero|one|two|few|many|other)$/, ''),
  )
}
const uniqueKeysOf = (locale: string) => [...new Set(keysOf(texts[locale] ?? {}))].sort()

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

test.each(LOCALES)('%s has every text that English has, and no other', (locale) => {
  expect(uniqueKeysOf(locale)).toEqual(uniqueKeysOf('en'))
})

test.each(LOCALES)('%s has each plural form that its numbers need', (locale) => {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  const { t } = createI18n(locale, texts[locale]!, 'synlab')
  for (const count of [0, 1, 2, 5, 11, 21, 1.5]) {
    expect(t('shell.tests', { count }), `${locale} ${count} of ${forms}`).not.toContain('shell.tests')
  }
})

test.each(LOCALES)('%s leaves no text empty', (locale) => {
  const { t } = createI18n(locale, texts[locale]!, 'synlab')
  for (const [namespace, tree] of Object.entries(texts[locale]!)) {
    for (const key of keysOf(tree)) expect(t(`${namespace}:${key}`, { count: 1 }).trim(), key).not.toBe('')
  }
})

test.each([
  ['notAuthorized', 'Not authorized'],
  ['suchUserExists', 'Such user exists'],
  ['duplicatingFieldsFound', 'Duplicating fields found'],
  ['unknownError', 'Unknown error'],
  ['errorOccurred', 'Error occurred'],
  ['emailConfirmationTokenNotFound', 'Email confirmation token not found'],
  ['emailIsAlreadyConfirmed', 'Email is already confirmed'],
  ['failedToChangePassword', 'Failed to change password, see console'],
  ['userProfileUpdated', 'User profile has been successfully updated'],
  ['passwordChanged', 'Your password has been successfully changed'],
  ['selectLab', 'Please select the lab you would like to attend'],
  ['laboratoryRequired', 'Laboratory is required'],
  ['autoAssignedClosestLab', "You've been auto assigned the closest lab"],
  ['geolocationFailed', 'Geolocation failed'],
  ['noCallableLabs', 'No callable labs available'],
  ['areYouSure', 'Are you sure?'],
  ['analysisAddedToCart', 'Analysis has been added to the cart'],
])('the message %s reads as specified in English', (key, text) => {
  expect(texts.en?.messages?.[key]).toBe(text)
})
