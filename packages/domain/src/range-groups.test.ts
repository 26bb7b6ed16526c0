import { expect, test } from 'vitest'
import { rangeGroups } from './range-groups.ts'

test('ranges that depend on nothing form one group of everybody', () => {
  expect(rangeGroups([[{ high: 1 }], [{ low: 2, high: 3 }]])).toEqual([
    { sex: null, fromYears: 0, toYears: null },
  ])
})

test('sex and age split people, adults first', () => {
  const haemoglobin = [
    { sex: 'MALE', ageFromYears: 18, low: 130, high: 170 },
    { sex: 'FEMALE', ageFromYears: 18, low: 120, high: 150 },
    { ageFromYears: 0, ageToYears: 6, low: 105, high: 140 },
    { ageFromYears: 6, ageToYears: 18, low: 110, high: 145 },
  ] as const
  expect(rangeGroups([haemoglobin, [{ low: 1, high: 2 }]])).toEqual([
    { sex: 'FEMALE', fromYears: 18, toYears: null },
    { sex: 'MALE', fromYears: 18, toYears: null },
    { sex: null, fromYears: 0, toYears: 6 },
    { sex: null, fromYears: 6, toYears: 18 },
  ])
})

test('people without any range do not form a group', () => {
  expect(rangeGroups([[{ sex: 'MALE', ageFromYears: 50, high: 4 }]])).toEqual([
    { sex: 'MALE', fromYears: 50, toYears: null },
  ])
})

test('groups with equal limits are merged', () => {
  const ranges = [
    { sex: 'MALE', low: 1, high: 2 },
    { sex: 'FEMALE', low: 1, high: 2 },
  ] as const
  expect(rangeGroups([ranges])).toEqual([{ sex: null, fromYears: 0, toYears: null }])
})
