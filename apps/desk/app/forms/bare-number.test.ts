import { expect, test } from 'vitest'
import { bareNumber, ID_PATTERN, NUMBER_PATTERN } from './bare-number.ts'

test('a number is searched for without the signs and gaps with which it is printed', () => {
  // A browser reads patterns with this flag.
  const accepts = (pattern: string, typed: string) => new RegExp(`^(?:${pattern})$`, 'v').test(typed)
  for (const typed of ['1000071', ' 1000 071', '#1000071', '№ 1000\u00a0071']) {
    expect(bareNumber(typed), typed).toBe('1000071')
    expect(accepts(NUMBER_PATTERN, typed), typed).toBe(true)
    expect(accepts(ID_PATTERN, typed), typed).toBe(true)
  }
  expect(accepts(ID_PATTERN, '3e2bfcc9-b36f-446c')).toBe(true)
  expect(accepts(NUMBER_PATTERN, 'Kowalska')).toBe(false)
})

test('nothing but signs searches for nothing', () => {
  for (const typed of [null, '', ' ', '#']) expect(bareNumber(typed)).toBeUndefined()
})
