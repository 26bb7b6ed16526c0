import { expect, test } from 'vitest'
import { commandsFor } from './conclude-reports.ts'

const nothing = { isReported: false, isStarted: false, isCollected: false, isComplete: false }

test('a collected sample moves a paid order by one step, and no other order', () => {
  const collected = { ...nothing, isCollected: true }
  expect(commandsFor('paid', collected)).toEqual(['reportCollected'])
  expect(commandsFor('inProgress', collected)).toEqual([])
  expect(commandsFor('completed', collected)).toEqual([])
})

test('work that has started passes through the collection', () => {
  const started = { ...nothing, isStarted: true }
  expect(commandsFor('paid', started)).toEqual(['reportCollected', 'startProcessing'])
  expect(commandsFor('collected', started)).toEqual(['startProcessing'])
  expect(commandsFor('partiallyReported', started)).toEqual([])
})

test('a report passes through every step on its way', () => {
  const reported = { ...nothing, isStarted: true, isReported: true }
  expect(commandsFor('paid', reported)).toEqual(['reportCollected', 'startProcessing', 'reportPartially'])
  expect(commandsFor('paid', { ...reported, isComplete: true }).at(-1)).toBe('complete')
  expect(commandsFor('completed', reported)).toEqual([])
})
