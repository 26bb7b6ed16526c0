import { expect, test } from 'vitest'
import { addDays, weekdayOf } from './dates.ts'
import { earliestVisitDate, readyDate } from './ready-date.ts'
import { HOME_VISIT_HOURS } from './visit-slots.ts'

const MINSK = 'Europe/Minsk'
const HOME = { kind: 'homeCall', openingHours: HOME_VISIT_HOURS } as const

test('one day after a visit on Monday 23 November is Tuesday 24 November', () => {
  expect(readyDate('2026-11-23', 1)).toBe('2026-11-24')
  expect(readyDate('2026-11-23', 3)).toBe('2026-11-26')
})

test('a Sunday is not counted', () => {
  expect(readyDate('2026-11-20', 1)).toBe('2026-11-21')
  expect(readyDate('2026-11-21', 1)).toBe('2026-11-23')
  expect(readyDate('2026-11-21', 7)).toBe('2026-11-30')
  expect(readyDate('2026-11-22', 1)).toBe('2026-11-23')
})

test('counting day by day gives the same dates, and none is a Sunday', () => {
  for (let offset = 0; offset < 14; offset++) {
    const visit = addDays('2023-12-25', offset)
    let counted = visit
    for (let days = 1; days <= 40; days++) {
      counted = addDays(counted, weekdayOf(counted) === 'saturday' ? 2 : 1)
      expect(readyDate(visit, days)).toBe(counted)
    }
  }
})

test('days on which the laboratory is closed are not counted, wherever they are', () => {
  const day = (firstDay: string, lastDay = firstDay) => ({ firstDay, lastDay, fromTime: null, toTime: null })
  expect(readyDate('2026-11-23', 1, [day('2026-11-24')])).toBe('2026-11-25')
  expect(readyDate('2026-11-23', 3, [day('2026-11-24', '2026-11-25'), day('2026-11-25')])).toBe('2026-11-28')
  // A Sunday that is also closed costs no second day, and a closure after the result costs none.
  expect(readyDate('2026-11-21', 1, [day('2026-11-22'), day('2026-11-24')])).toBe('2026-11-23')
  expect(readyDate('2026-11-23', 1, [day('2026-11-24', '2026-12-31')])).toBe('2027-01-01')
  expect(readyDate('2026-11-23', 1, [{ ...day('2026-11-24'), fromTime: '12:00', toTime: '20:00' }])).toBe(
    '2026-11-24',
  )
})

test('a laboratory that is closed for years takes one check per day', () => {
  const years = { firstDay: '2026-11-24', lastDay: '2126-11-23', fromTime: null, toTime: null }
  expect(readyDate('2026-11-23', 1, [years])).toBe('2126-11-25')
})

test('results of the same day are ready on that day, on a Sunday too', () => {
  expect(readyDate('2026-11-23', 0)).toBe('2026-11-23')
  expect(readyDate('2026-11-22', 0)).toBe('2026-11-22')
})

test('the earliest home visit is tomorrow until 19:00, then the day after, and never on a Sunday', () => {
  const at = (now: string) => earliestVisitDate({ plan: HOME, now: new Date(now), zone: MINSK })
  expect(at('2026-11-19T18:59:00+03:00')).toBe('2026-11-20')
  expect(at('2026-11-19T19:00:00+03:00')).toBe('2026-11-21')
  expect(at('2026-11-20T19:00:00+03:00')).toBe('2026-11-23')
})

test('the earliest day at a branch is today while there is a time left', () => {
  const plan = { kind: 'branch', openingHours: HOME_VISIT_HOURS } as const
  const at = (now: string) => earliestVisitDate({ plan, now: new Date(now), zone: MINSK })
  expect(at('2026-11-20T10:00:00+03:00')).toBe('2026-11-20')
  expect(at('2026-11-20T10:16:00+03:00')).toBe('2026-11-21')
})

test('a branch that never opens has no earliest day', () => {
  const openingHours = Object.fromEntries(Object.keys(HOME_VISIT_HOURS).map((day) => [day, null]))
  const plan = { kind: 'branch', openingHours: openingHours as typeof HOME_VISIT_HOURS } as const
  expect(earliestVisitDate({ plan, now: new Date('2026-11-20T10:00:00Z'), zone: MINSK })).toBeNull()
})
