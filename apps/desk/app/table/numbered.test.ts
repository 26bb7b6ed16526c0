import { expect, test } from 'vitest'
import { numbered } from './numbered.ts'

test('entries that are alike have different numbers, and keep them when another comes', () => {
  const sentAgain = { at: '6 Mar 2040, 9:00', kind: 'mailRepeated', text: null }
  const before = numbered([sentAgain, sentAgain])
  expect(before.map(({ number }) => number)).toEqual([2, 1])
  expect(numbered([{ ...sentAgain, kind: 'note' }, sentAgain, sentAgain]).slice(1)).toEqual(before)
})
