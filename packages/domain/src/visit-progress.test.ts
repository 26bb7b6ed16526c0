import { expect, test } from 'vitest'
import { ORDER_STATES } from './order-states.ts'
import { nextVisitState, possibleSteps, VISIT_STATES, visitStateOf } from './visit-progress.ts'

test('who is expected arrives, is missed, moved or has samples taken, and a slip can be undone', () => {
  expect(possibleSteps('paid', 'expected')).toEqual(['arrive', 'miss', 'move', 'takeSamples'])
  expect(possibleSteps('paid', 'arrived')).toEqual(['reset', 'takeSamples'])
  expect(possibleSteps('paid', 'missed')).toEqual(['arrive', 'move', 'reset'])
  expect(nextVisitState('paid', 'missed', 'arrive')).toBe('arrived')
  expect(nextVisitState('paid', 'missed', 'takeSamples')).toBeNull()
})

test('samples that are taken stay taken', () => {
  expect(possibleSteps('paid', 'done')).toEqual([])
})

test('only a paid order has a visit that goes on, whatever was written down', () => {
  for (const order of ORDER_STATES.filter((state) => state !== 'paid')) {
    for (const state of VISIT_STATES) expect(possibleSteps(order, state)).toEqual([])
  }
  expect(visitStateOf('inProgress', 'arrived')).toBe('done')
  expect(visitStateOf('paid', null)).toBe('expected')
})
