import type { Locale } from '@shop/domain/locale'
import { expect, test } from 'vitest'
import { compiledMessages } from './compiled-messages.ts'
import { createTexts } from './create-texts.ts'
import { rangeText } from './range-text.server.ts'

const textIn = (locale: Locale, range: Parameters<typeof rangeText>[0]) =>
  rangeText(range, createTexts({ locale, messages: compiledMessages(locale), partner: '' }).t, locale)

// A value at the only limit is outside, unless the laboratory's own range includes it.
test.each([
  ['en', '1.5 – 3', 'below 5', 'above 60', 'up to 5', 'at least 60'],
  ['ru', '1,5 – 3', 'меньше 5', 'больше 60', 'не больше 5', 'не меньше 60'],
  ['pl', '1,5 – 3', 'poniżej 5', 'powyżej 60', 'nie więcej niż 5', 'nie mniej niż 60'],
  ['be', '1,5 – 3', 'менш за 5', 'больш за 60', 'не больш за 5', 'не менш за 60'],
] as const)('a range has two limits, one, or words, in %s', (locale, both, upper, lower, upTo, atLeast) => {
  expect(textIn(locale, { low: 1.5, high: 3 })).toBe(both)
  expect(textIn(locale, { high: 5 })).toBe(upper)
  expect(textIn(locale, { low: 60, high: null })).toBe(lower)
  expect(textIn(locale, { low: 0 })).toBe(lower.replace('60', '0'))
  expect(textIn(locale, { high: 5, includesLimit: true })).toBe(upTo)
  expect(textIn(locale, { low: 60, includesLimit: true })).toBe(atLeast)
  expect(textIn(locale, { low: 1.5, high: 3, includesLimit: true })).toBe(both)
  expect(textIn(locale, { text: 'negative' })).toBe('negative')
  expect(textIn(locale, {})).toBeNull()
})
