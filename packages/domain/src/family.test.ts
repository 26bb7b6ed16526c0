import { expect, test } from 'vitest'
import { countdownOf, dueOf, fastsOf, nextVisit } from './family.ts'
import type { OrderState } from './order-states.ts'

const NOW = new Date('2040-03-05T06:00:00Z')
const order = (
  id: string,
  state: OrderState,
  start: string,
  more: { expiresAt?: string; movedFrom?: string } = {},
) => ({
  id,
  state,
  visit: { start, end: new Date(Date.parse(start) + 900_000).toISOString() },
  expiresAt: more.expiresAt ?? null,
  visitChange: { movedFrom: more.movedFrom ?? null },
})

test('the next visit is the earliest paid one that has not ended', () => {
  const later = order('later', 'paid', '2040-03-07T05:00:00Z')
  const sooner = order('sooner', 'paid', '2040-03-06T05:00:00Z')
  const others = [
    order('unpaid', 'awaitingPayment', '2040-03-05T08:00:00Z'),
    order('taken', 'collected', '2040-03-05T08:00:00Z'),
    order('missed', 'paid', '2040-03-04T05:00:00Z'),
  ]
  expect(nextVisit([later, ...others, sooner], NOW)?.id).toBe('sooner')
  expect(nextVisit([order('under way', 'paid', '2040-03-05T05:50:00Z')], NOW)?.id).toBe('under way')
  expect(nextVisit(others, NOW)).toBeNull()
})

test('people who fast together are listed together, the earliest first; babies and others without a fast are not listed', () => {
  const person = (firstName: string, fastFrom: string | null) => ({
    firstName,
    preparation: { fastFrom, beforeFeed: fastFrom === null },
  })
  const people = [
    person('Maria', '2040-03-06T02:00:00Z'),
    person('Anna', '2040-03-05T20:00:00Z'),
    person('Baby', null),
    person('Viktor', '2040-03-05T20:00:00Z'),
  ]
  expect(fastsOf(people)).toEqual([
    { from: '2040-03-05T20:00:00Z', names: ['Anna', 'Viktor'] },
    { from: '2040-03-06T02:00:00Z', names: ['Maria'] },
  ])
})

test('the countdown shows the time left to eat, then the time left to fast, rounded up to the minute', () => {
  const names = 'Anna'
  const fasts = [{ from: Date.parse('2040-03-05T20:00:00Z'), names }]
  const start = Date.parse('2040-03-06T06:00:00Z')
  const at = (now: string) => countdownOf({ fasts, everybody: names, start }, Date.parse(now))
  expect(at('2040-03-04T19:59:00Z')).toBeNull()
  expect(at('2040-03-05T13:47:30Z')).toEqual({ until: 'eat', names, hours: 6, minutes: 13 })
  expect(at('2040-03-05T19:59:59Z')).toEqual({ until: 'eat', names, hours: 0, minutes: 1 })
  expect(at('2040-03-05T20:00:00Z')).toEqual({ until: 'fast', names, hours: 10, minutes: 0 })
  expect(at('2040-03-06T06:00:00Z')).toBeNull()
})

test('while some fast and others may still eat, the countdown is for those who stop next', () => {
  const fasts = [
    { from: Date.parse('2040-03-05T20:00:00Z'), names: 'Tamara' },
    { from: Date.parse('2040-03-06T02:00:00Z'), names: 'Maria, Jan' },
  ]
  const start = Date.parse('2040-03-06T06:00:00Z')
  const at = (now: string) => countdownOf({ fasts, everybody: 'Tamara, Maria, Jan', start }, Date.parse(now))
  expect(at('2040-03-05T19:00:00Z')).toMatchObject({ until: 'eat', names: 'Tamara', hours: 1 })
  expect(at('2040-03-06T01:00:00Z')).toMatchObject({ until: 'eat', names: 'Maria, Jan', hours: 1 })
  expect(at('2040-03-06T02:00:00Z')).toMatchObject({ until: 'fast', names: 'Tamara, Maria, Jan', hours: 4 })
})

test('due are payments while the place is held, then answers, and last the results that are awaited', () => {
  const orders = [
    order('laboratory', 'inProgress', '2040-03-04T05:00:00Z'),
    order('moved', 'paid', '2040-03-08T05:00:00Z', { movedFrom: '2040-03-07T05:00:00Z' }),
    order('moved and over', 'paid', '2040-03-04T05:00:00Z', { movedFrom: '2040-03-03T05:00:00Z' }),
    order('held', 'awaitingPayment', '2040-03-08T05:00:00Z', { expiresAt: '2040-03-05T06:20:00Z' }),
    order('lost', 'awaitingPayment', '2040-03-08T05:00:00Z', { expiresAt: '2040-03-05T05:59:00Z' }),
    order('coming', 'paid', '2040-03-08T05:00:00Z'),
    order('done', 'completed', '2040-03-01T05:00:00Z'),
  ]
  expect(dueOf(orders, NOW).map(({ kind, order: { id } }) => `${kind} ${id}`)).toEqual([
    'pay held',
    'answer moved',
    'expect laboratory',
  ])
})
