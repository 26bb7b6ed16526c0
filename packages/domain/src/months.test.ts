import { expect, test } from 'vitest'
import { firstOfMonth } from './months.ts'

test('a month begins on its first day, also in another year and after a longer month', () => {
  expect(firstOfMonth('2026-11-29')).toBe('2026-11-01')
  expect(firstOfMonth('2026-11-30', 3)).toBe('2027-02-01')
  expect(firstOfMonth('2028-02-29', 12)).toBe('2029-02-01')
  expect(() => firstOfMonth('soon')).toThrow(RangeError)
})
