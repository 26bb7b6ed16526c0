import { expect, test } from 'vitest'
import { visitChangeableUntil } from './visit-changes.ts'

const visit = {
  state: 'paid',
  visitStart: new Date('2040-03-06T06:00:00Z'),
  limitHours: 12,
  isUnagreed: false,
} as const

test('a paid visit can be changed until the network’s limit before it', () => {
  expect(visitChangeableUntil(visit)).toEqual(new Date('2040-03-05T18:00:00Z'))
  expect(visitChangeableUntil({ ...visit, limitHours: 0 })).toEqual(visit.visitStart)
})

test('a visit that the network has moved can be changed until it begins, and once agreed like any other', () => {
  expect(visitChangeableUntil({ ...visit, isUnagreed: true })).toEqual(visit.visitStart)
})

test.each(['awaitingPayment', 'collected', 'completed', 'refunded', 'cancelled', 'expired'] as const)(
  'a visit of an order that is %s cannot be changed this way',
  (state) => {
    expect(visitChangeableUntil({ ...visit, state })).toBeNull()
  },
)
