import { expect, test } from 'vitest'
import { createProfileFinder } from './find-profiles.ts'

test('of a very long term only the beginning is read, as in the other searches', () => {
  const find = createProfileFinder([{ id: 7, code: 'P07', names: ['Thyroid'] }])
  expect(find('thyroid')).toEqual([7])
  expect(find(`thyroid ${' '.repeat(200)} liver`)).toEqual([7])
  expect(find('thyroid liver')).toEqual([])
})
