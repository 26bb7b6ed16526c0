import { expect, test } from 'vitest'
import { addDays, weekdayOf } from './dates.ts'
import type { OpeningHours } from './laboratory-calendar.ts'
import type { VisitPlan } from './visit-plan.ts'
import {
  checkVisitTime,
  dayPartAt,
  HOME_VISIT_HOURS,
  homeVisitCutOff,
  inZone,
  visitMinutes,
  visitSlots,
} from './visit-slots.ts'

const MINSK = 'Europe/Minsk'
const ZONES = [MINSK, 'Europe/Warsaw', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe']
const HOME = { kind: 'homeCall', openingHours: HOME_VISIT_HOURS } as const
const OPEN = { open: '08:00', close: '09:00' }
const BRANCH_HOURS: OpeningHours = { ...HOME_VISIT_HOURS, sunday: OPEN, monday: OPEN, tuesday: null }
const BRANCH = { kind: 'branch', openingHours: BRANCH_HOURS } as const
/** A Thursday noon. */
const NOW = new Date('2026-11-19T12:00:00+03:00')

function times(slots: readonly { start: string }[], zone = MINSK): string[] {
  return slots.map(({ start }) => inZone(start, zone).slice(0, 16))
}

function problemOf(start: string, plan: VisitPlan = HOME, now = NOW): string {
  const check = checkVisitTime({ plan, start, now, zone: MINSK })
  return check.status === 'ok' ? 'ok' : check.problem
}

test('a morning of home visits has eight half-hours from 7:30 to 11:30', {
  tags: ['SPEC-9-VISITS-HOURS'],
}, () => {
  const slots = visitSlots({ plan: HOME, now: NOW, from: '2026-11-23', days: 1, zone: MINSK })
  expect(times(slots).map((time) => time.slice(11))).toEqual([
    '07:30',
    '08:00',
    '08:30',
    '09:00',
    '09:30',
    '10:00',
    '10:30',
    '11:00',
  ])
  expect(slots.at(-1)).toEqual({ start: '2026-11-23T08:00:00.000Z', end: '2026-11-23T08:30:00.000Z' })
})

test('nurses come Monday to Saturday, for the next thirty days and no longer', {
  tags: ['SPEC-9-VISITS-DAYS'],
}, () => {
  const slots = visitSlots({ plan: HOME, now: NOW, from: '2026-01-01', days: 10_000, zone: MINSK })
  const dates = [...new Set(times(slots).map((time) => time.slice(0, 10)))]
  expect(dates[0]).toBe('2026-11-20')
  expect(dates.at(-1)).toBe('2026-12-19')
  expect(dates).toHaveLength(26)
  expect(dates.map(weekdayOf)).not.toContain('sunday')
})

test('the next day can be ordered until 19:00 of the business zone', {
  tags: ['SPEC-9-VISITS-CUT-OFF'],
}, () => {
  const tomorrow = (now: string) =>
    visitSlots({ plan: HOME, now: new Date(now), from: '2026-11-20', days: 1, zone: MINSK }).length
  expect(tomorrow('2026-11-19T18:59:59.999+03:00')).toBe(8)
  expect(tomorrow('2026-11-19T19:00:00+03:00')).toBe(0)
  expect(homeVisitCutOff({ date: '2026-11-20', zone: MINSK })).toBe('2026-11-19T16:00:00.000Z')
})

test('a branch has quarter-hours within its hours, at least an hour ahead', () => {
  const onMonday = (now: string) =>
    times(visitSlots({ plan: BRANCH, now: new Date(now), from: '2026-11-23', days: 1, zone: MINSK })).map(
      (time) => time.slice(11),
    )
  expect(onMonday('2026-11-19T12:00:00+03:00')).toEqual(['08:00', '08:15', '08:30', '08:45'])
  expect(onMonday('2026-11-23T07:30:00+03:00')).toEqual(['08:30', '08:45'])
  expect(onMonday('2026-11-23T07:30:01+03:00')).toEqual(['08:45'])
  expect(onMonday('2026-11-23T08:00:00+03:00')).toEqual([])
})

test('the last visit ends before a branch closes', () => {
  const plan = { ...BRANCH, openingHours: { ...BRANCH_HOURS, monday: { open: '08:05', close: '08:49' } } }
  const slots = visitSlots({ plan, now: NOW, from: '2026-11-23', days: 1, zone: MINSK })
  expect(times(slots).map((time) => time.slice(11))).toEqual(['08:05', '08:20'])
})

test('a branch that opens on Sunday takes visits on Sunday, and none on the day it is closed', () => {
  const on = (from: string) => visitSlots({ plan: BRANCH, now: NOW, from, days: 1, zone: MINSK }).length
  expect(on('2026-11-22')).toBe(4)
  expect(on('2026-11-24')).toBe(0)
})

test.each([
  ['2026-11-23T08:30:00+03:00', 'ok'],
  ['2026-11-23T05:30:00Z', 'ok'],
  ['2026-11-19T11:59:59+03:00', 'in_the_past'],
  ['2020-01-06T08:00:00+03:00', 'in_the_past'],
  ['2026-11-22T08:00:00+03:00', 'day_off'],
  ['2026-11-23T08:10:00+03:00', 'off_the_grid'],
  ['2026-11-23T08:30:01+03:00', 'off_the_grid'],
  ['2026-11-23T07:00:00+03:00', 'off_the_grid'],
  ['2026-11-23T11:30:00+03:00', 'off_the_grid'],
  ['2026-11-23T08:30:00', 'off_the_grid'],
  ['2026-02-30T08:30:00+03:00', 'off_the_grid'],
  ['soon', 'off_the_grid'],
  ['2026-12-19T08:30:00+03:00', 'ok'],
  ['2026-12-20T08:30:00+03:00', 'beyond_horizon'],
  ['2026-12-21T08:30:00+03:00', 'beyond_horizon'],
])('a home visit at %s is answered with %s', (start, expected) => {
  expect(problemOf(start)).toBe(expected)
})

test('a home visit for tomorrow is too late from 19:00, one for today always', () => {
  const evening = new Date('2026-11-19T19:00:00+03:00')
  expect(problemOf('2026-11-20T08:30:00+03:00', HOME, evening)).toBe('after_cut_off')
  expect(problemOf('2026-11-21T08:30:00+03:00', HOME, evening)).toBe('ok')
  const dawn = new Date('2026-11-19T05:00:00+03:00')
  expect(problemOf('2026-11-19T08:30:00+03:00', HOME, dawn)).toBe('after_cut_off')
})

test('a branch visit less than an hour ahead is too late', () => {
  const now = new Date('2026-11-23T07:30:01+03:00')
  expect(problemOf('2026-11-23T08:30:00+03:00', BRANCH, now)).toBe('after_cut_off')
  expect(problemOf('2026-11-23T08:45:00+03:00', BRANCH, now)).toBe('ok')
  expect(problemOf('2026-11-24T08:00:00+03:00', BRANCH, now)).toBe('day_off')
  expect(problemOf('2026-11-30T09:00:00+03:00', BRANCH, now)).toBe('off_the_grid')
})

test('an accepted time names its slot and its day in the business zone', () => {
  const check = checkVisitTime({ plan: HOME, start: '2026-11-23T04:30:00Z', now: NOW, zone: MINSK })
  expect(check).toEqual({
    status: 'ok',
    date: '2026-11-23',
    slot: { start: '2026-11-23T04:30:00.000Z', end: '2026-11-23T05:00:00.000Z' },
  })
})

test.each(ZONES)('every listed slot is accepted and is at its local time in %s', (zone) => {
  for (const now of ['2026-03-07T03:00:00Z', '2026-03-28T21:00:00Z', '2026-10-24T12:00:00Z']) {
    const range = { now: new Date(now), from: now.slice(0, 10), days: 31, zone }
    const home = visitSlots({ ...range, plan: HOME })
    expect(new Set(times(home, zone).map((time) => time.slice(11))).size).toBe(8)
    for (const { start } of home) {
      expect(checkVisitTime({ plan: HOME, start, now: range.now, zone }).status).toBe('ok')
    }
    for (const { start } of visitSlots({ ...range, plan: BRANCH })) {
      expect(checkVisitTime({ plan: BRANCH, start, now: range.now, zone }).status).toBe('ok')
    }
  }
})

test('a visit stays at 7:30 when the clocks change the night before', () => {
  const first = (zone: string, now: string, from: string) =>
    visitSlots({ plan: HOME, now: new Date(now), from, days: 1, zone })[0]?.start
  // In Warsaw winter time ends on 29 March 2026 and returns on 25 October, both Sundays.
  expect(first('Europe/Warsaw', '2026-03-27T00:00:00Z', '2026-03-28')).toBe('2026-03-28T06:30:00.000Z')
  expect(first('Europe/Warsaw', '2026-03-27T00:00:00Z', '2026-03-30')).toBe('2026-03-30T05:30:00.000Z')
  expect(first('America/New_York', '2026-10-30T00:00:00Z', '2026-11-02')).toBe('2026-11-02T12:30:00.000Z')
  expect(homeVisitCutOff({ date: '2026-03-30', zone: 'Europe/Warsaw' })).toBe('2026-03-29T17:00:00.000Z')
})

test('across a clock change no hour that does not exist is offered, and none twice', () => {
  const plan = { ...BRANCH, openingHours: { ...BRANCH_HOURS, sunday: { open: '00:00', close: '06:00' } } }
  const sunday = (from: string) =>
    visitSlots({
      plan,
      now: new Date(`${addDays(from, -1)}T00:00:00Z`),
      from,
      days: 1,
      zone: 'Europe/Warsaw',
    })
  const spring = sunday('2026-03-29')
  const autumn = sunday('2026-10-25')
  expect(spring).toHaveLength(5 * 4)
  expect(times(spring, 'Europe/Warsaw').some((time) => time.slice(11, 13) === '02')).toBe(false)
  expect(autumn).toHaveLength(7 * 4)
  expect(new Set(autumn.map(({ start }) => start)).size).toBe(autumn.length)
})

test('an instant is written with the offset of the zone', () => {
  expect(inZone('2026-11-23T04:30:00.000Z', MINSK)).toBe('2026-11-23T07:30:00+03:00')
  expect(inZone('2026-07-01T12:00:00Z', 'America/New_York')).toBe('2026-07-01T08:00:00-04:00')
})

test('a day has an early part until nine, a morning until noon, an afternoon, and an evening from five', () => {
  const partAt = (hour: number) => dayPartAt(new Date(Date.UTC(2026, 10, 22, hour + 21)).toISOString(), MINSK)
  expect([0, 7, 8, 9, 11, 12, 16, 17, 19].map(partAt)).toEqual([
    'early',
    'early',
    'early',
    'morning',
    'morning',
    'day',
    'day',
    'evening',
    'evening',
  ])
})

test('a visit takes time for each person', () => {
  expect(visitMinutes(3)).toBe(3 * visitMinutes(1))
})

test('a family is offered times that leave room for everybody before the branch closes, and before a closure', () => {
  const range = { now: NOW, from: '2026-11-23', days: 1, zone: MINSK }
  const offered = (people: number, plan: VisitPlan = BRANCH) => visitSlots({ ...range, plan, people })
  expect(times(offered(3)).map((time) => time.slice(11))).toEqual(['08:00', '08:15'])
  expect(offered(3)[0]).toEqual({ start: '2026-11-23T05:00:00.000Z', end: '2026-11-23T05:45:00.000Z' })
  expect(offered(5)).toEqual([])
  const date = '2026-11-23'
  const closures = [{ firstDay: date, lastDay: date, fromTime: '08:45', toTime: '09:00' }]
  expect(times(offered(3, { ...BRANCH, closures })).map((time) => time.slice(11))).toEqual(['08:00'])
})

test('a family’s time is accepted if it is offered, and lasts until the last person is taken', () => {
  const check = (start: string, people: number) =>
    checkVisitTime({ plan: BRANCH, start, people, now: NOW, zone: MINSK })
  expect(check('2026-11-23T08:30:00+03:00', 2)).toMatchObject({ slot: { end: '2026-11-23T06:00:00.000Z' } })
  expect(check('2026-11-23T08:30:00+03:00', 3)).toEqual({ status: 'refused', problem: 'off_the_grid' })
})

test('a nurse comes within her half-hour, however many people wait for her', () => {
  const range = { now: NOW, from: '2026-11-23', days: 1, zone: MINSK }
  expect(visitSlots({ ...range, plan: HOME, people: 6 })).toEqual(visitSlots({ ...range, plan: HOME }))
})
