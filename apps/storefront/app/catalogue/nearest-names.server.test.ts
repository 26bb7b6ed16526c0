import { expect, test } from 'vitest'
import { indexNames } from './nearest-names.server.ts'

const entries = [
  { id: 1, name: 'Ferritin', synonyms: ['iron stores'] },
  { id: 2, name: 'Transferrin', synonyms: [] },
  { id: 3, name: 'Glucose, fasting', synonyms: ['blood sugar'] },
]
const nearestNames = await indexNames(entries)

test('names that look alike are suggested, the most alike first', () => {
  expect(nearestNames('transferretin', 2).map(({ id }) => id)).toEqual([2, 1])
})

test('a synonym counts like the name', () => {
  expect(nearestNames('blod sugr', 1)).toMatchObject([{ id: 3 }])
})

test('what resembles nothing suggests nothing', () => {
  expect(nearestNames('qqqq', 3)).toEqual([])
  expect(nearestNames('', 3)).toEqual([])
})
