import { expect, test } from 'vitest'
import { addDays, daysBetween, weekdayOf } from './dates.ts'
import { RIGHTS, rightDueOn } from './rights.ts'

const NONE: ReadonlySet<string> = new Set()

test('what is processed is answered within five working days, everything else within fifteen days', () => {
  // A Monday, a Wednesday, a Friday, a Sunday.
  expect(rightDueOn('access', '2026-11-23', NONE)).toBe('2026-11-30')
  expect(rightDueOn('access', '2026-11-25', NONE)).toBe('2026-12-02')
  expect(rightDueOn('access', '2026-11-27', NONE)).toBe('2026-12-04')
  expect(rightDueOn('access', '2026-11-29', NONE)).toBe('2026-12-04')
  for (const right of RIGHTS.filter((one) => one !== 'access')) {
    expect(rightDueOn(right, '2026-11-23', NONE)).toBe('2026-12-08')
  }
})

test('five working days never end on a weekend and are never more than a week', () => {
  for (let day = '2028-02-20', at = 0; at < 30; at += 1, day = addDays(day, 1)) {
    const due = rightDueOn('access', day, NONE)
    expect(['saturday', 'sunday']).not.toContain(weekdayOf(due))
    expect(daysBetween(day, due)).toBeGreaterThanOrEqual(5)
    expect(daysBetween(day, due)).toBeLessThanOrEqual(7)
  }
})

test('a public holiday is neither a working day, whichever day it is, nor one of the fifteen', () => {
  const holidays = new Set(['2026-12-25', '2027-01-01', '2027-01-02'])
  expect(rightDueOn('access', '2026-12-21', holidays)).toBe('2026-12-29')
  // The second is a Saturday: it is not subtracted twice.
  expect(rightDueOn('access', '2026-12-28', holidays)).toBe('2027-01-05')
  expect(rightDueOn('erasure', '2026-12-21', holidays)).toBe('2027-01-05')
})
