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

test('a screening and its extended version are compared, in both directions', () => {
  const [screening, extended] = [bundle(4, [1, 2]), bundle(5, [1, 2, 3, 4, 5])]
  expect(idsFor(screening, [screening, extended])).toEqual([5])
  expect(idsFor(extended, [screening, extended])).toEqual([4])
})

test('one shared analysis, or less than half of the smaller profile, is too little', () => {
  expect(idsFor(bundle(1, [1, 2]), [bundle(2, [1, 3])])).toEqual([])
  expect(idsFor(bundle(1, [1, 2, 3, 4, 5]), [bundle(2, [1, 2, 6, 7, 8])])).toEqual([])
  expect(idsFor(bundle(1, [1, 2, 3, 4]), [bundle(2, [1, 2, 5, 6])])).toEqual([2])
})

test('profiles without a common category are not compared', () => {
  expect(idsFor(bundle(1, [1, 2], [3]), [bundle(2, [1, 2], [4])])).toEqual([])
})

const circle = (id: number, rules: Rules) => bundle(id, [1, 2], [27], rules)
const WOMEN = [{ type: 'SEX', sex: 'FEMALE' }] as const

test('profiles for women, for men and for everybody are not compared with each other', () => {
  const all = [circle(1, WOMEN), circle(2, [{ type: 'SEX', sex: 'MALE' }]), circle(3, []), circle(4, WOMEN)]
  expect(idsFor(all[0]!, all)).toEqual([4])
  expect(idsFor(all[1]!, all)).toEqual([])
  expect(idsFor(all[2]!, all)).toEqual([])
})

test('profiles for different ages are not compared, nor is one for pregnant women with one for all women', () => {
  const adults = circle(1, [{ type: 'MIN_AGE', minAgeYears: 18 }])
  const children = circle(2, [{ type: 'MAX_AGE', maxAgeYears: 17 }])
  const pregnant = circle(3, [...WOMEN, { type: 'PREGNANCY_ONLY' }])
  const all = [adults, children, pregnant, circle(4, WOMEN), circle(5, [])]
  expect(all.flatMap((one) => idsFor(one, all))).toEqual([])
  // Of several limits the strictest one decides.
  const twice = circle(6, [...adults.rules, { type: 'MIN_AGE', minAgeYears: 14 }])
  expect(idsFor(adults, [twice])).toEqual([6])
})

test('the most similar profiles come first', () => {
  const all = [bundle(2, [1, 2, 7, 8]), bundle(3, [1, 2, 3, 4, 5, 6, 7]), bundle(4, [1, 2, 3, 4, 5])]
  expect(idsFor(bundle(1, [1, 2, 3, 4]), all)).toEqual([4, 3, 2])
})

test('comparability is mutual', () => {
  const analyses = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(analyses, analyses, (some, others) => {
      const [one, other] = [bundle(1, some), bundle(2, others)]
      expect(idsFor(one, [other]).length).toBe(idsFor(other, [one]).length)
    }),
  )
})
