import { expect, test } from 'vitest'
import { absentWords, formatValue } from './format-value.ts'
import { localiseWords } from './localise-words.ts'
import { groupsOf } from './observation-groups.ts'

const value = (overrides: Partial<Parameters<typeof formatValue>[0]> = {}) => ({
  number: 4.1,
  comparator: null,
  decimals: 2,
  unit: 'mmol/L',
  words: null,
  absentReason: null,
  ...overrides,
})

test('a number keeps its decimals and is written in the reader’s language', () => {
  expect(formatValue(value(), 'en')).toBe('4.10 mmol/L')
  expect(formatValue(value(), 'ru')).toBe('4,10 ммоль/л')
  expect(formatValue(value({ comparator: '<=' }), 'pl')).toBe('≤ 4,10 mmol/L')
  expect(formatValue(value({ unit: '{ratio}' }), 'en')).toBe('4.10')
})

test('known words are shown in the language of the reader', () => {
  const words = value({ number: null, unit: null, words: 'Not detected' })
  expect(formatValue(words, 'ru')).toBe('не обнаружено')
  expect(formatValue(words, 'pl')).toBe('nie wykryto')
  expect(formatValue(words, 'en')).toBe('Not detected')
  expect(localiseWords('Confirmed by a repeated measurement.', 'pl')).toBe(
    'Potwierdzono powtórnym oznaczeniem.',
  )
  expect(localiseWords('below 10^4 CFU/mL', 'ru')).toBe('менее 10⁴ КОЕ/мл')
  expect(localiseWords('10^5 CFU/g', 'ru')).toBe('10⁵ КОЕ/г')
  expect(localiseWords('e3/e4', 'ru')).toBe('e3/e4')
})

test('a missing value says why', () => {
  const missing = value({ number: null, unit: null })
  expect(formatValue({ ...missing, absentReason: 'unsatisfactory' }, 'en')).toBe(
    'The sample could not be used',
  )
  expect(absentWords('no-such-code', 'en')).toBe('No value was reported')
})

test('a blood count is divided into groups, a report with one foreign value is not', () => {
  expect(groupsOf(['718-7', '777-3'])).toEqual(['redCells', 'platelets'])
  expect(groupsOf(['718-7', '789-8'])).toEqual([null, null])
  expect(groupsOf(['718-7', '777-3', null])).toEqual([null, null, null])
})
