import { expect, test } from 'vitest'
import type { OpeningHours } from './laboratory-calendar.ts'
import { openState } from './open-state.ts'

const weekdays = { open: '07:00', close: '20:00' }
const hours: OpeningHours = {
  monday: weekdays,
  tuesday: weekdays,
  wednesday: weekdays,
  thursday: weekdays,
  friday: weekdays,
  saturday: { open: '08:00', close: '15:00' },
  sunday: null,
}
const SATURDAY = '2026-11-21'

test('a place is open from the minute it opens to the minute before it closes', () => {
  expect(openState({ openingHours: hours, closures: [] }, { date: SATURDAY, time: '08:00' })).toEqual({
    isOpen: true,
    until: '15:00',
  })
  expect(openState({ openingHours: hours, closures: [] }, { date: SATURDAY, time: '14:59' })).toEqual({
    isOpen: true,
    until: '15:00',
  })
})

test('before opening time it opens today, after closing time on the next day with hours', () => {
  expect(openState({ openingHours: hours, closures: [] }, { date: SATURDAY, time: '07:59' })).toEqual({
    isOpen: false,
    opens: { date: SATURDAY, time: '08:00' },
  })
  expect(openState({ openingHours: hours, closures: [] }, { date: SATURDAY, time: '15:00' })).toEqual({
    isOpen: false,
    opens: { date: '2026-11-23', time: '07:00' },
  })
})

test('a place open once a week opens again in a week, and one without hours never', () => {
  const closed = { ...hours, ...Object.fromEntries(Object.keys(hours).map((day) => [day, null])) }
  const sundays = { ...closed, sunday: { open: '09:00', close: '10:00' } } as OpeningHours
  expect(openState({ openingHours: sundays, closures: [] }, { date: '2026-11-22', time: '10:00' })).toEqual({
    isOpen: false,
    opens: { date: '2026-11-29', time: '09:00' },
  })
  expect(
    openState({ openingHours: closed as OpeningHours, closures: [] }, { date: SATURDAY, time: '12:00' }),
  ).toEqual({
    isOpen: false,
    opens: null,
  })
})

test('a closed day is skipped, and a closed part of a day is a break', () => {
  const day = { firstDay: '2026-11-23', lastDay: '2026-11-24', fromTime: null, toTime: null }
  const pause = { firstDay: SATURDAY, lastDay: SATURDAY, fromTime: '10:00', toTime: '11:30' }
  const at = (time: string) =>
    openState({ openingHours: hours, closures: [day, pause] }, { date: SATURDAY, time })
  expect(at('09:59')).toEqual({ isOpen: true, until: '10:00' })
  expect(at('10:00')).toEqual({ isOpen: false, opens: { date: SATURDAY, time: '11:30' } })
  expect(at('11:30')).toEqual({ isOpen: true, until: '15:00' })
  expect(at('15:00')).toEqual({ isOpen: false, opens: { date: '2026-11-25', time: '07:00' } })
})
