import { expect, test } from 'vitest'
import { ageInYears, todayIn } from './age.ts'

test('a year is completed on the birthday, not the day before', () => {
  expect(ageInYears('2008-11-21', '2026-11-20')).toBe(17)
  expect(ageInYears('2008-11-20', '2026-11-20')).toBe(18)
})

test('a person born on 29 February completes a year on 1 March of a common year', () => {
  expect(ageInYears('2008-02-29', '2026-02-28')).toBe(17)
  expect(ageInYears('2008-02-29', '2026-03-01')).toBe(18)
  expect(ageInYears('2008-02-29', '2028-02-29')).toBe(20)
})

test('a child is 0 until the first birthday and negative before the birth', () => {
  expect(ageInYears('2026-11-20', '2026-11-20')).toBe(0)
  expect(ageInYears('2026-11-21', '2026-11-20')).toBe(-1)
})

test('an invalid date has no age', () => {
  expect(() => ageInYears('2026-02-30', '2026-11-20')).toThrow(RangeError)
  expect(() => ageInYears('2000-01-01', '20.11.2026')).toThrow(RangeError)
})

test("today is the date in the given zone, whatever the server's zone", () => {
  const lateEvening = new Date('2026-11-20T21:30:00Z')
  expect(todayIn('Europe/Minsk', lateEvening)).toBe('2026-11-21')
  expect(todayIn('Europe/Warsaw', lateEvening)).toBe('2026-11-20')
  expect(todayIn('Pacific/Auckland', new Date('2026-12-31T12:00:00Z'))).toBe('2027-01-01')
})
