import { expect, test } from 'vitest'
import { indexNames } from './nearest-names.server.ts'

const entries = [
  { id: 1, name: 'Ferritin', synonyms: ['iron stores'] },
  { id: 2, name: 'Transferrin', synonyms: [] },
  { id: 3, name: 'Glucose, fasting', synonyms: ['blood sugar'] },
]
const nearestNames = await indexNames(entries)

test('similar names are suggested, the most similar first', () => {
  expect(nearestNames('transferretin', 2).map(({ id }) => id)).toEqual([2, 1])
})

test('a synonym counts as much as the name', () => {
  expect(nearestNames('blod sugr', 1)).toMatchObject([{ id: 3 }])
})

test('a term that resembles nothing gets no suggestions', () => {
  expect(nearestNames('qqqq', 3)).toEqual([])
  expect(nearestNames('', 3)).toEqual([])
})
