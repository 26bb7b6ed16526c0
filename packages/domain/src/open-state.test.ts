import { expect, test } from 'vitest'
import { openState } from './open-state.ts'
import type { OpeningHours } from './visit-slots.ts'

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

test('is open from the minute it opens to the minute before it closes', () => {
  expect(openState(hours, { date: SATURDAY, time: '08:00' })).toEqual({ isOpen: true, until: '15:00' })
  expect(openState(hours, { date: SATURDAY, time: '14:59' })).toEqual({ isOpen: true, until: '15:00' })
})

test('before opening it opens today, after closing on the next day with hours', () => {
  expect(openState(hours, { date: SATURDAY, time: '07:59' })).toEqual({
    isOpen: false,
    opens: { date: SATURDAY, time: '08:00' },
  })
  expect(openState(hours, { date: SATURDAY, time: '15:00' })).toEqual({
    isOpen: false,
    opens: { date: '2026-11-23', time: '07:00' },
  })
})

test('a place open once a week opens again in a week, one without hours never', () => {
  const closed = { ...hours, ...Object.fromEntries(Object.keys(hours).map((day) => [day, null])) }
  const sundays = { ...closed, sunday: { open: '09:00', close: '10:00' } } as OpeningHours
  expect(openState(sundays, { date: '2026-11-22', time: '10:00' })).toEqual({
    isOpen: false,
    opens: { date: '2026-11-29', time: '09:00' },
  })
  expect(openState(closed as OpeningHours, { date: SATURDAY, time: '12:00' })).toEqual({
    isOpen: false,
    opens: null,
  })
})
