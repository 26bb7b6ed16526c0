import { plainWeek } from '@shop/domain/laboratory-calendar'
import { HOME_VISIT_HOURS } from '@shop/domain/visit-slots'
import { expect, test } from 'vitest'
import { changeOf } from './asked-change.server.ts'

const week = structuredClone(plainWeek(HOME_VISIT_HOURS, 4)) as Parameters<typeof changeOf>[1]['week']

function formOf(entries: readonly (readonly [string, string])[]): FormData {
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return form
}

test('a weekday’s hours and places apply to it and to the ticked weekdays; the others stay', () => {
  const change = changeOf(
    formOf([
      ['intent', 'week'],
      ['weekday', 'monday'],
      ['isOpen', 'on'],
      ['open', '08:00'],
      ['close', '14:00'],
      ['places', '2'],
      ['from', '12:00'],
      ['places', '0'],
      ['from', ''],
      ['places', ''],
      ['alsoFor', 'friday'],
    ]),
    { week },
  )
  const day = {
    open: '08:00',
    close: '14:00',
    capacity: [
      { from: '08:00', places: 2 },
      { from: '12:00', places: 0 },
    ],
  }
  expect(change).toEqual({ kind: 'week', week: { ...week, monday: day, friday: day } })
})

test('a day not ticked as open is closed', () => {
  const form = formOf([
    ['intent', 'week'],
    ['weekday', 'saturday'],
    ['open', '08:00'],
  ])
  expect(changeOf(form, { week })).toEqual({ kind: 'week', week: { ...week, saturday: null } })
})

test('a closure of one day needs no last day, and without times it lasts the whole day', () => {
  const form = formOf([
    ['intent', 'close'],
    ['firstDay', '2040-03-08'],
    ['lastDay', ''],
    ['fromTime', ''],
    ['toTime', ''],
    ['reason', ' Repair '],
  ])
  expect(changeOf(form, { week })).toEqual({
    kind: 'close',
    firstDay: '2040-03-08',
    lastDay: '2040-03-08',
    fromTime: null,
    toTime: null,
    reason: 'Repair',
  })
})

test('a form with an unknown intent changes nothing', () => {
  expect(changeOf(formOf([['intent', 'dance']]), { week })).toBeNull()
})
