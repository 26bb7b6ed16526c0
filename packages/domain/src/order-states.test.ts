import { expect, test } from 'vitest'
import {
  commandsForReport,
  hasResults,
  isAllowed,
  isBeforeCollection,
  isOpenOrder,
  isUnpaid,
  nextState,
  ORDER_STATES,
  ORDER_STEPS,
  ORDER_TRANSITIONS,
  type OrderCommand,
  type OrderState,
} from './order-states.ts'

const COMMANDS = Object.keys(ORDER_TRANSITIONS) as OrderCommand[]

test('a successful order passes every step', () => {
  const commands: OrderCommand[] = [
    'settlePayment',
    'reportCollected',
    'startProcessing',
    'reportPartially',
    'complete',
  ]
  const states: OrderState[] = ['awaitingPayment']
  for (const command of commands) states.push(nextState(states.at(-1)!, command)!)
  expect(states).toEqual(ORDER_STEPS)
})

test('exactly eight moves exist', () => {
  const moves = ORDER_STATES.flatMap((from) =>
    COMMANDS.flatMap((command) => {
      const to = nextState(from, command)
      return to ? [`${from} -> ${to}`] : []
    }),
  )
  expect(moves.sort()).toEqual([
    'awaitingPayment -> cancelled',
    'awaitingPayment -> expired',
    'awaitingPayment -> paid',
    'collected -> inProgress',
    'inProgress -> partiallyReported',
    'paid -> collected',
    'paid -> refunded',
    'partiallyReported -> completed',
  ])
})

test('a paid order is neither cancelled nor expired, an expired one is not paid', () => {
  expect(isAllowed('paid', 'cancel')).toBe(false)
  expect(isAllowed('paid', 'expire')).toBe(false)
  expect(isAllowed('expired', 'settlePayment')).toBe(false)
})

test('four states are final: no command leaves them', () => {
  const final = ['completed', 'expired', 'cancelled', 'refunded']
  expect(ORDER_STATES.filter((state) => !isOpenOrder(state))).toEqual(final)
  expect(ORDER_STATES.filter((state) => !COMMANDS.some((command) => isAllowed(state, command)))).toEqual(
    final,
  )
})

test('samples are still to be taken until the order is collected, and results come afterwards', () => {
  expect(ORDER_STATES.filter(isBeforeCollection)).toEqual(['awaitingPayment', 'paid'])
  expect(ORDER_STATES.filter(hasResults)).toEqual(['partiallyReported', 'completed'])
  expect(ORDER_STATES.filter(isUnpaid)).toEqual(['awaitingPayment', 'expired', 'cancelled'])
})

test('a report of results takes a paid order through every missing step', () => {
  expect(commandsForReport({ state: 'paid', isComplete: true })).toEqual([
    'reportCollected',
    'startProcessing',
    'reportPartially',
    'complete',
  ])
  expect(commandsForReport({ state: 'inProgress', isComplete: false })).toEqual(['reportPartially'])
  expect(commandsForReport({ state: 'partiallyReported', isComplete: true })).toEqual(['complete'])
})

test('a repeated or corrected report moves nothing', () => {
  expect(commandsForReport({ state: 'partiallyReported', isComplete: false })).toEqual([])
  expect(commandsForReport({ state: 'completed', isComplete: true })).toEqual([])
})

test.each(['awaitingPayment', 'expired', 'cancelled', 'refunded'] as const)(
  'an order that is %s accepts no results',
  (state) => {
    expect(commandsForReport({ state, isComplete: true })).toBeNull()
  },
)

test('the commands for a report are all allowed in sequence', () => {
  for (const isComplete of [true, false]) {
    for (const state of ORDER_STATES) {
      const commands = commandsForReport({ state, isComplete }) ?? []
      const last = commands.reduce<OrderState>((at, command) => nextState(at, command)!, state)
      expect(ORDER_STATES).toContain(last)
    }
  }
})
