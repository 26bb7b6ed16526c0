import { expect, test } from 'vitest'
import { nearestNames } from './nearest-names.ts'

const entries = [
  { id: 1, name: 'Ferritin', synonyms: ['iron stores'] },
  { id: 2, name: 'Transferrin', synonyms: [] },
  { id: 3, name: 'Glucose, fasting', synonyms: ['blood sugar'] },
]

test('names that look alike are suggested, the most alike first', () => {
  expect(nearestNames('transferretin', entries, 2).map(({ id }) => id)).toEqual([2, 1])
})

test('a synonym counts like the name', () => {
  expect(nearestNames('blod sugr', entries, 1)).toMatchObject([{ id: 3 }])
})

test('what resembles nothing suggests nothing', () => {
  expect(nearestNames('qqqq', entries, 3)).toEqual([])
  expect(nearestNames('', entries, 3)).toEqual([])
})
