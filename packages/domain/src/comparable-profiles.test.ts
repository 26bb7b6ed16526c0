import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparableProfiles } from './comparable-profiles.ts'

const bundle = (id: number, analysisIds: number[], categoryIds = [27]) => ({ id, analysisIds, categoryIds })
const idsFor = (profile: ReturnType<typeof bundle>, all: ReturnType<typeof bundle>[]) =>
  comparableProfiles(profile, all).map(({ id }) => id)

test('a screening and the extended one that has all of it are compared, in both directions', () => {
  const [screening, extended] = [bundle(4, [1, 2]), bundle(5, [1, 2, 3, 4, 5])]
  expect(idsFor(screening, [screening, extended])).toEqual([5])
  expect(idsFor(extended, [screening, extended])).toEqual([4])
})

test('one analysis in common, or less than half of the smaller one, is too little', () => {
  expect(idsFor(bundle(1, [1, 2]), [bundle(2, [1, 3])])).toEqual([])
  expect(idsFor(bundle(1, [1, 2, 3, 4, 5]), [bundle(2, [1, 2, 6, 7, 8])])).toEqual([])
  expect(idsFor(bundle(1, [1, 2, 3, 4]), [bundle(2, [1, 2, 5, 6])])).toEqual([2])
})

test('without a common category there is nothing to choose between', () => {
  expect(idsFor(bundle(1, [1, 2], [3]), [bundle(2, [1, 2], [4])])).toEqual([])
})

test('the most alike come first', () => {
  const all = [bundle(2, [1, 2, 7, 8]), bundle(3, [1, 2, 3, 4, 5, 6, 7]), bundle(4, [1, 2, 3, 4, 5])]
  expect(idsFor(bundle(1, [1, 2, 3, 4]), all)).toEqual([4, 3, 2])
})

test('who is comparable with one, one is comparable with', () => {
  const analyses = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(analyses, analyses, (some, others) => {
      const [one, other] = [bundle(1, some), bundle(2, others)]
      expect(idsFor(one, [other]).length).toBe(idsFor(other, [one]).length)
    }),
  )
})
