import { expect, test } from 'vitest'
import { valueText, valueWithUnit, wholeText, withUnit } from './value-text.server.ts'

const number = { kind: 'numeric', value: 0.5, comparator: null, unit: 'mmol/L', decimals: 2 } as const
const reported = (value: Parameters<typeof valueText>[0]['value']) => ({ value, absentReason: null })

test('a number has the decimals that were measured, a sign beyond the limits, and its unit beside it', () => {
  expect(valueText(reported(number), 'en')).toBe('0.50')
  expect(valueWithUnit(reported(number), 'pl')).toBe('0,50 mmol/L')
  expect(valueWithUnit(reported({ ...number, comparator: '<=', unit: null }), 'ru')).toBe('≤ 0,50')
  expect(withUnit('4', '')).toBe('4')
})

test('words stand for themselves, and what is missing says why', () => {
  expect(valueWithUnit(reported({ kind: 'coded', text: 'not detected' }), 'en')).toBe('not detected')
  expect(valueText({ value: null, absentReason: 'The sample could not be used' }, 'en')).toBe(
    'The sample could not be used',
  )
})

test('numbers are aligned by what is before the separator', () => {
  expect(wholeText(reported({ ...number, comparator: '<' }), 'ru')).toBe('< 0')
  expect(wholeText(reported({ ...number, value: 1200, decimals: 0 }), 'en')).toBe('1,200')
  expect(wholeText(reported({ kind: 'coded', text: 'negative' }), 'en')).toBeNull()
})
