import { expect, test } from 'vitest'
import { columnOf, gapsOf, monthsBetween, timelineAxis } from './timeline.ts'

const TODAY = '2026-11-23'

test('the axis is as fine as its twelve columns allow, and ends today', () => {
  expect(timelineAxis(['2025-12-01', '2026-11-02'], TODAY)).toMatchObject({ unit: 'month' })
  const quarters = timelineAxis(['2025-11-30', '2026-11-02'], TODAY)
  expect(quarters).toMatchObject({ unit: 'quarter' })
  expect(quarters.starts.at(0)).toBe('2024-01-01')
  expect(quarters.starts.at(-1)).toBe('2026-10-01')
  expect(timelineAxis(['2023-12-31'], TODAY).starts).toEqual(
    Array.from({ length: 12 }, (_, index) => `${2015 + index}-01-01`),
  )
  expect(timelineAxis([], TODAY).unit).toBe('month')
})

test('a date is in the column that contains it, and one that is too old in the first', () => {
  const axis = timelineAxis(['2025-03-03'], TODAY)
  expect(columnOf('2026-11-23', axis)).toBe(11)
  expect(columnOf('2025-03-31', axis)).toBe(4)
  expect(columnOf('2025-04-01', axis)).toBe(5)
  expect(columnOf('1999-01-01', timelineAxis(['1999-01-01'], TODAY))).toBe(0)
})

test('months between two dates are whole months', () => {
  expect(monthsBetween('2025-11-23', '2026-11-22')).toBe(11)
  expect(monthsBetween('2025-11-23', '2026-11-23')).toBe(12)
})

test('a gap is a year or more between two consecutive tests', () => {
  expect(gapsOf(['2026-11-16', '2024-03-04', '2025-02-28', '2026-11-16'])).toEqual([
    { from: '2025-02-28', to: '2026-11-16', months: 20 },
  ])
  expect(gapsOf(['2026-11-16'])).toEqual([])
})
