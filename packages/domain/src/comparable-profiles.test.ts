import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparableProfiles } from './comparable-profiles.ts'

type Rules = Parameters<typeof comparableProfiles>[0]['rules']
const bundle = (id: number, analysisIds: number[], categoryIds = [27], rules: Rules = []) => ({
  id,
  analysisIds,
  categoryIds,
  rules,
})
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

const circle = (id: number, rules: Rules) => bundle(id, [1, 2], [27], rules)
const WOMEN = [{ type: 'SEX', sex: 'FEMALE' }] as const

test('women’s and men’s are not compared, nor one of them with what is for everybody', () => {
  const all = [circle(1, WOMEN), circle(2, [{ type: 'SEX', sex: 'MALE' }]), circle(3, []), circle(4, WOMEN)]
  expect(idsFor(all[0]!, all)).toEqual([4])
  expect(idsFor(all[1]!, all)).toEqual([])
  expect(idsFor(all[2]!, all)).toEqual([])
})

test('neither are profiles for other ages, nor one for the pregnant with one for all women', () => {
  const adults = circle(1, [{ type: 'MIN_AGE', minAgeYears: 18 }])
  const children = circle(2, [{ type: 'MAX_AGE', maxAgeYears: 17 }])
  const pregnant = circle(3, [...WOMEN, { type: 'PREGNANCY_ONLY' }])
  const all = [adults, children, pregnant, circle(4, WOMEN), circle(5, [])]
  expect(all.flatMap((one) => idsFor(one, all))).toEqual([])
  // The strictest of several says who.
  const twice = circle(6, [...adults.rules, { type: 'MIN_AGE', minAgeYears: 14 }])
  expect(idsFor(adults, [twice])).toEqual([6])
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
