import { expect, test } from 'vitest'
import {
  isClosedOn,
  nearestTimes,
  openingHoursOf,
  placesAt,
  plainWeek,
  visitsWithoutPlace,
} from './laboratory-calendar.ts'
import { planOfCalendar } from './visit-plan.ts'
import { HOME_VISIT_HOURS, visitSlots } from './visit-slots.ts'

const WEEK = plainWeek(HOME_VISIT_HOURS, 3)
const MONDAY = '2026-11-23'
const day = (firstDay: string, lastDay = firstDay) => ({ firstDay, lastDay, fromTime: null, toTime: null })
const at = (from: string, to: string, date = MONDAY) => ({ date, from, to })
const slots = (closures: ReturnType<typeof day>[] | object[]) =>
  visitSlots({
    plan: planOfCalendar('homeCall', { week: WEEK, closures: closures as never }),
    now: new Date('2026-11-19T09:00:00Z'),
    from: MONDAY,
    days: 2,
    zone: 'Europe/Minsk',
  }).map(({ start }) => start.slice(8, 16))

test('a new laboratory has the same number of places all day, within its hours', () => {
  expect(placesAt({ week: WEEK, closures: [] }, at('07:30', '08:00'))).toBe(3)
  expect(placesAt({ week: WEEK, closures: [] }, at('11:30', '12:00'))).toBe(0)
  expect(placesAt({ week: WEEK, closures: [] }, at('08:00', '08:30', '2026-11-22'))).toBe(0)
  expect(openingHoursOf(WEEK)).toEqual(HOME_VISIT_HOURS)
})

test('places vary with the time of day, down to none at noon', () => {
  const monday = {
    open: '07:00',
    close: '15:00',
    capacity: [
      { from: '07:00', places: 2 },
      { from: '12:00', places: 0 },
      { from: '13:00', places: 1 },
    ],
  }
  const calendar = { week: { ...WEEK, monday }, closures: [] }
  const times = ['07:00', '11:45', '12:00', '12:45', '13:00', '14:45']
  expect(times.map((from) => placesAt(calendar, at(from, '15:00')))).toEqual([2, 2, 0, 0, 1, 1])
})

test('a closed day has no times, and a closed part of a day none that overlap it', () => {
  expect(slots([])).toHaveLength(16)
  expect(slots([day(MONDAY)])).toHaveLength(8)
  const part = { ...day(MONDAY), fromTime: '08:15', toTime: '09:00' }
  expect(slots([part]).filter((start) => start.startsWith('23'))).toEqual([
    '23T04:30',
    '23T06:00',
    '23T06:30',
    '23T07:00',
    '23T07:30',
    '23T08:00',
  ])
  expect([isClosedOn([part], MONDAY), isClosedOn([day('2026-11-20', '2026-11-24')], MONDAY)]).toEqual([
    false,
    true,
  ])
})

test('if there are fewer places than orders, the latest orders have none', () => {
  const visit = (orderId: string, orderedAt: string) => ({ orderId, orderedAt, ...at('08:00', '08:30') })
  const visits = [visit('late', '2026-11-19'), visit('early', '2026-11-17'), visit('between', '2026-11-18')]
  const without = (places: number, closures = [] as ReturnType<typeof day>[]) =>
    visitsWithoutPlace({ week: plainWeek(HOME_VISIT_HOURS, places), closures }, visits).map(
      ({ orderId }) => orderId,
    )
  expect(without(3)).toEqual([])
  expect(without(1)).toEqual(['between', 'late'])
  expect(without(3, [day(MONDAY)])).toEqual(['early', 'between', 'late'])
})

test('a family visit that reaches into a closed time has no place, and leaves it to a visit that fits', () => {
  const visits = [
    { orderId: 'family', orderedAt: '2026-11-17', ...at('08:00', '09:00') },
    { orderId: 'alone', orderedAt: '2026-11-18', ...at('08:00', '08:15') },
  ]
  const closures = [{ ...day(MONDAY), fromTime: '08:30', toTime: '10:00' }]
  const without = visitsWithoutPlace({ week: plainWeek(HOME_VISIT_HOURS, 1), closures }, visits)
  expect(without.map(({ orderId }) => orderId)).toEqual(['family'])
})

test('the free times nearest to a wanted one are in time order, and few others are checked', () => {
  const times = ['08:00', '08:15', '08:30', '09:00', '10:00'].map((time) => `${MONDAY}T${time}:00.000Z`)
  const asked = new Set<string>()
  const near = (wanted: string, full: string[] = [], count = 3) => {
    asked.clear()
    const isFree = (time: string) => !full.includes(time.slice(11, 16)) && Boolean(asked.add(time))
    return nearestTimes(times, { wanted: `${MONDAY}T${wanted}:00.000Z`, count, isFree }).map((time) =>
      time.slice(11, 16),
    )
  }
  expect(near('08:20')).toEqual(['08:00', '08:15', '08:30'])
  expect([...asked]).toHaveLength(3)
  expect(near('08:20', ['08:15', '08:30'])).toEqual(['08:00', '09:00', '10:00'])
  expect(near('08:45', [], 1)).toEqual(['08:30'])
  expect(near('07:00')).toEqual(['08:00', '08:15', '08:30'])
  expect(near('23:00', ['10:00'])).toEqual(['08:15', '08:30', '09:00'])
  expect(near('09:00', ['08:00', '08:15', '08:30', '09:00'])).toEqual(['10:00'])
})
