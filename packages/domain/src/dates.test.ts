import { expect, test } from 'vitest'
import { addDays, daysBetween, isDate, weekdayOf } from './dates.ts'

test('a date must be a day that exists', () => {
  expect(isDate('2028-02-29')).toBe(true)
  for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', '2026-11-31', 'tomorrow', '']) {
    expect(isDate(text)).toBe(false)
  }
})

test('days are counted across months, years and leap days', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  expect(daysBetween('2026-11-20', '2026-12-20')).toBe(30)
  expect(daysBetween('2026-11-20', '2026-11-19')).toBe(-1)
})

test('a weekday has its English name', () => {
  expect(weekdayOf('2026-11-20')).toBe('friday')
  expect(weekdayOf('2026-11-22')).toBe('sunday')
})

test('an invalid date is refused', () => {
  expect(() => addDays('2026-02-30', 1)).toThrow(RangeError)
})
