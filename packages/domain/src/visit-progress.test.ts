import { expect, test } from 'vitest'
import { ORDER_STATES } from './order-states.ts'
import {
  hasVisit,
  isLate,
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

test('an expected patient is late ten minutes after the time at a branch, or after a nurse’s hours', () => {
  const [start, end] = ['2040-03-06T09:00:00+03:00', '2040-03-06T10:00:00+03:00']
  const at = (time: string) => Date.parse(`2040-03-06T${time}+03:00`)
  const visit = { state: 'expected', kind: 'branch', start, end } as const
  expect(isLate(visit, at('09:10:00'))).toBe(false)
  expect(isLate(visit, at('09:10:01'))).toBe(true)
  expect(isLate({ ...visit, kind: 'homeCall' }, at('10:00:00'))).toBe(false)
  expect(isLate({ ...visit, kind: 'homeCall' }, at('10:00:01'))).toBe(true)
  for (const state of VISIT_STATES.filter((one) => one !== 'expected')) {
    expect(isLate({ ...visit, state }, at('12:00:00'))).toBe(false)
  }
})
