import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { LOCALES } from '@shop/domain/locale'
import { expect, test } from 'vitest'
import { compiledMessages, sourceTexts } from './compiled-messages.ts'
import { createTexts, type TextKey } from './create-texts.ts'

const FORMS: Readonly<Record<string, string[]>> = {
  en: ['one', 'other'],
  ru: ['few', 'many', 'one', 'other'],
  pl: ['few', 'many', 'one', 'other'],
  be: ['few', 'many', 'one', 'other'],
}
const english = sourceTexts('en')

/** Names of the values in a text. */
const valuesIn = (text = '') =>
  [...new Set([...text.matchAll(/\{(\w+)(?=\}|, plural)/g)].map(([, name]) => name!))].sort()
const formsIn = (text: string) =>
  [...text.matchAll(/(?<=[\s}])(zero|one|two|few|many|other) \{/g)].map(([, form]) => form!)

test.each(LOCALES)('%s has exactly the texts of English, with the same values', (locale) => {
  const own = sourceTexts(locale)
  expect(Object.keys(own).sort()).toEqual(Object.keys(english).sort())
  const different = Object.keys(own).filter(
    (key) => valuesIn(own[key]).join() !== valuesIn(english[key]).join(),
  )
  expect(different).toEqual([])
})

test.each(LOCALES)('%s has every plural form of its language in every counting text', (locale) => {
  const counted = Object.entries(sourceTexts(locale)).filter(([, text]) => text.includes(', plural,'))
  expect(counted.length).toBeGreaterThan(20)
  for (const [key, text] of counted) expect([...new Set(formsIn(text))].sort(), key).toEqual(FORMS[locale])
})

test.each(LOCALES)('every text of %s is complete once its values are given', (locale) => {
  const { t } = createTexts({ locale, messages: compiledMessages(locale), partner: 'synlab' })
  for (const [key, text] of Object.entries(sourceTexts(locale))) {
    const values = Object.fromEntries(
      valuesIn(text).map((name) => [name, name === 'count' ? 5 : `<${name}>`]),
    )
    const said = t(key as TextKey, values)
    expect(said, key).not.toMatch(/[{}]/)
    expect(said.trim(), key).not.toBe('')
  }
})

test.each(LOCALES)('every counting text of %s gives the same plural as the library', (locale) => {
  const { t } = createTexts({ locale, messages: compiledMessages(locale), partner: '' })
  const locales = locale === 'be' ? ['be', 'ru'] : [locale]
  const counted = Object.entries(sourceTexts(locale)).filter(([, text]) => text.includes(', plural,'))
  const messages = Object.fromEntries(counted.map(([key, text]) => [key, compileMessage(text)]))
  const library = setupI18n({ locale, locales, messages: { [locale]: messages } })
  for (const [key, text] of counted) {
    const counts = [...text.matchAll(/\{(\w+), plural,/g)].map(([, name]) => name!)
    for (const count of [...Array(31).keys(), 100, 101, 104, 111, 1_234, 1.5]) {
      const values = Object.fromEntries(
        valuesIn(text).map((name) => [name, counts.includes(name) ? count : `<${name}>`]),
      )
      expect(t(key as TextKey, values), key).toBe(library._(key, values))
    }
  }
})

test('counts follow the rules of the language', () => {
  const count = (locale: 'ru' | 'be' | 'en', number: number) =>
    createTexts({ locale, messages: compiledMessages(locale), partner: '' }).t('shell.tests', {
      count: number,
    })
  expect([1, 3, 5, 21].map((number) => count('ru', number))).toEqual([
    '1 анализ',
    '3 анализа',
    '5 анализов',
    '21 анализ',
  ])
  expect(count('be', 2)).toBe('2 аналізы')
  expect([0, 1, 2].map((number) => count('en', number))).toEqual(['0 tests', '1 test', '2 tests'])
})

test.each([
  ['en', 'covers both tests', 'covers all 3 tests', 'covers all 21 tests'],
  ['ru', 'для обоих анализов', 'для всех 3 анализов', 'для 21 анализа'],
  ['pl', 'dla obu badań', 'dla wszystkich 3 badań', 'dla wszystkich 21 badań'],
  ['be', 'для абодвух аналізаў', 'для ўсіх 3 аналізаў', 'для 21 аналізу'],
] as const)('%s has its own words for preparing for two tests', (locale, ...said) => {
  const { t } = createTexts({ locale, messages: compiledMessages(locale), partner: '' })
  const title = (count: number) => t('cart:preparation.title', { count })
  expect([2, 3, 21].map((count) => /\((.+)\)$/.exec(title(count))?.[1])).toEqual(said)
  expect(title(1)).not.toMatch(/[\d(]/)
})

test.each(LOCALES)('the desk uses the shop’s words in %s for an order and an error page', (locale) => {
  const own = sourceTexts(locale)
  expect(own['desk:step.takeSamples']).toBe(own['order.state.collected'])
  expect(own['desk:error.500']).toBe(own['shell.error.server.title'])
})

test.each(['ru', 'be'] as const)('%s says the number wherever its form for one also counts 21', (locale) => {
  const { t } = createTexts({ locale, messages: compiledMessages(locale), partner: '' })
  const counted = Object.entries(sourceTexts(locale)).filter(
    ([, text]) => text.includes('{count, plural,') && text.includes('{count}'),
  )
  for (const [key, text] of counted) {
    const values = Object.fromEntries(valuesIn(text).map((name) => [name, name === 'count' ? 21 : name]))
    expect(t(key as TextKey, values), key).toContain('21')
  }
})

test.each([
  ['ru', 'из 21 анализа', 'из 3 анализов', 'из 5 анализов'],
  ['be', 'з 21 аналізу', 'з 3 аналізаў', 'з 5 аналізаў'],
] as const)('in %s the tests of which some are meant agree with their own number', (locale, ...said) => {
  const { t } = createTexts({ locale, messages: compiledMessages(locale), partner: '' })
  for (const key of ['cart:add.partly', 'order.next.firstResults'] as const)
    expect(
      [21, 3, 5].map((of) => t(key, { count: 2, of }).split(' 2 ')[1]),
      key,
    ).toEqual(said)
})

test('a key without a namespace is in common, and other keys name theirs', {
  tags: ['SPEC-9-NAMESPACE-DEFAULT'],
}, () => {
  const { t } = createTexts({ locale: 'en', messages: compiledMessages('en'), partner: '' })
  expect(t('shell.menu.home')).toBe('Home')
  expect(t('messages:notAuthorized')).toBe('Not authorized')
  expect(t('cart:title')).toBe('Cart')
})

test('in its last hour a countdown shows only minutes', () => {
  const { t } = createTexts({ locale: 'en', messages: compiledMessages('en'), partner: '' })
  const left = (hours: number) => t('catalogue.family.count.fast', { names: 'Anna', hours, minutes: 1 })
  expect([left(0), left(2)]).toEqual([
    'Anna: 1\u00a0min until the visit',
    'Anna: 2\u00a0h 1\u00a0min until the visit',
  ])
})

test.each([
  ['ru', '17 марта 2027 г.', 'Ответим не позднее 17 марта 2027 г. Подтверждение придёт на почту.'],
  ['be', '17 сакавіка 2027 г.', 'Адкажам не пазней за 17 сакавіка 2027 г. Пацвярджэнне прыйдзе на пошту.'],
  ['en', '17 March 2027', 'We answer by 17 March 2027. A confirmation is on its way by e-mail.'],
] as const)(
  'in %s a sentence that ends with a date has one full stop, and an ellipsis keeps its dots',
  (locale, day, said) => {
    const { t } = createTexts({ locale, messages: compiledMessages(locale), partner: '' })
    expect(t('account.rights.sentText', { day })).toBe(said)
    expect(t('account.rights.sentText', { day: 'да...' })).toContain('да....')
    expect(t('account.rights.sentText', { day: 'да.' })).toContain('да..')
  },
)

test.each([
  ['en', '7.1\u00a0km'],
  ['ru', '7,1\u00a0км'],
  ['pl', '7,1\u00a0km'],
  ['be', '7,1\u00a0км'],
] as const)('in %s a distance uses the number format of the language', (locale, text) => {
  const { t } = createTexts({ locale, messages: compiledMessages(locale), partner: '' })
  expect(t('laboratories.kilometres', { distance: 7.1 })).toBe(text)
  expect(t('laboratories.kilometres', { distance: 7 })).toBe(text.replace(/.1/, ''))
})

test('a missing text is replaced by its key', () => {
  const { t } = createTexts({ locale: 'en', messages: compiledMessages('en'), partner: '' })
  expect(t('nothing.here' as TextKey)).toBe('nothing.here')
})
