import { expect, test } from 'vitest'
import { ORDER_STATES } from './order-states.ts'
import {
  hasVisit,
  minutesLate,
  nextVisitState,
  possibleSteps,
  VISIT_STATES,
  visitStateOf,
} from './visit-progress.ts'

test('an expected patient arrives, is missed, moved or has samples taken, and a slip can be undone', () => {
  expect(possibleSteps('paid', 'expected')).toEqual(['arrive', 'miss', 'move', 'takeSamples'])
  expect(possibleSteps('paid', 'arrived')).toEqual(['reset', 'takeSamples'])
  expect(possibleSteps('paid', 'missed')).toEqual(['arrive', 'move', 'reset'])
  expect(nextVisitState('paid', 'missed', 'arrive')).toBe('arrived')
  expect(nextVisitState('paid', 'missed', 'takeSamples')).toBeNull()
})

test('samples that are taken stay taken', () => {
  expect(possibleSteps('paid', 'done')).toEqual([])
})

test('only the visit of a paid order goes on, whatever was recorded', () => {
  for (const order of ORDER_STATES.filter((state) => state !== 'paid')) {
    for (const state of VISIT_STATES) expect(possibleSteps(order, state)).toEqual([])
  }
  expect(visitStateOf('inProgress', 'arrived')).toBe('done')
  expect(visitStateOf('paid', null)).toBe('expected')
})

test('no samples were taken for an order that was never paid or was given up before', () => {
  for (const order of ORDER_STATES.filter((state) => !hasVisit(state))) {
    expect(visitStateOf(order, null), order).toBe('expected')
    expect(visitStateOf(order, 'arrived'), order).toBe('arrived')
    expect(visitStateOf(order, 'done'), order).toBe('done')
  }
})

test('a visit is late ten minutes after its time at a branch, or after a nurse’s hours at home, by the minutes since', () => {
  const [start, end] = ['2040-03-06T09:00:00+03:00', '2040-03-06T09:30:00+03:00']
  const at = (time: string) => Date.parse(`2040-03-06T${time}+03:00`)
  const visit = { state: 'expected', kind: 'branch', start, end } as const
  expect(minutesLate(visit, at('09:10:00'))).toBeNull()
  expect(minutesLate(visit, at('09:10:01'))).toBe(10)
  expect(minutesLate(visit, at('10:45:00'))).toBe(105)
  const atHome = { ...visit, kind: 'homeCall' } as const
  expect(minutesLate(atHome, at('09:30:00'))).toBeNull()
  expect(minutesLate(atHome, at('09:30:01'))).toBe(1)
  expect(minutesLate(atHome, at('09:31:00'))).toBe(1)
  expect(minutesLate(atHome, at('10:45:00'))).toBe(75)
  for (const state of VISIT_STATES.filter((one) => one !== 'expected')) {
    expect(minutesLate({ ...visit, state }, at('12:00:00'))).toBeNull()
  }
})
