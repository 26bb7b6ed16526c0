import { expect, test } from 'vitest'
import { addDays, daysBetween, weekdayOf } from './dates.ts'
import { RIGHTS, rightDueOn } from './rights.ts'

test('what is processed is told within five working days, all else within fifteen days', () => {
  // A Monday, a Wednesday, a Friday, a Sunday.
  expect(rightDueOn('access', '2026-11-23')).toBe('2026-11-30')
  expect(rightDueOn('access', '2026-11-25')).toBe('2026-12-02')
  expect(rightDueOn('access', '2026-11-27')).toBe('2026-12-04')
  expect(rightDueOn('access', '2026-11-29')).toBe('2026-12-04')
  for (const right of RIGHTS.filter((one) => one !== 'access')) {
    expect(rightDueOn(right, '2026-11-23')).toBe('2026-12-08')
  }
})

test('five working days never end on a weekend and are never more than a week', () => {
  for (let day = '2028-02-20', at = 0; at < 30; at += 1, day = addDays(day, 1)) {
    const due = rightDueOn('access', day)
    expect(['saturday', 'sunday']).not.toContain(weekdayOf(due))
    expect(daysBetween(day, due)).toBeGreaterThanOrEqual(5)
    expect(daysBetween(day, due)).toBeLessThanOrEqual(7)
  }
})
