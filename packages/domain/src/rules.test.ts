import { expect, test } from 'vitest'
import { type Rule, unmetPersonRules } from './rules.ts'
import { ANNA, aRule, ON_DATE, SOFIA, VIKTOR } from './testing/factories.ts'

const WOMEN = aRule({ id: 1, type: 'SEX', sex: 'FEMALE' })
const ADULTS = aRule({ id: 2, type: 'MIN_AGE', minAgeYears: 18 })
const CHILDREN = aRule({ id: 3, type: 'MAX_AGE', maxAgeYears: 17 })
const PREGNANT = aRule({ id: 4, type: 'PREGNANCY_ONLY' })

function unmetIds(rules: Rule[], patient = ANNA, isPregnancyConfirmed = false, onDate = ON_DATE) {
  return unmetPersonRules({ rules, patient, isPregnancyConfirmed, onDate }).map(({ id }) => id)
}

test('a rule about sex admits only that sex', () => {
  expect(unmetIds([WOMEN], ANNA)).toEqual([])
  expect(unmetIds([WOMEN], VIKTOR)).toEqual([1])
})

test('the age limits admit patients of exactly that age, on the day of the visit', () => {
  const patient = { ...ANNA, dateOfBirth: '2008-11-23' }
  expect(unmetIds([ADULTS, CHILDREN], patient, false, '2026-11-22')).toEqual([2])
  expect(unmetIds([ADULTS, CHILDREN], patient, false, '2026-11-23')).toEqual([3])
})

test('a pregnancy counts once it is confirmed', () => {
  expect(unmetIds([WOMEN, PREGNANT], ANNA)).toEqual([4])
  expect(unmetIds([WOMEN, PREGNANT], ANNA, true)).toEqual([])
})

test('no pregnancy counts for a child under ten', () => {
  const child = { ...ANNA, dateOfBirth: '2016-11-24' }
  expect(unmetIds([PREGNANT], child, true, '2026-11-23')).toEqual([4])
  expect(unmetIds([PREGNANT], child, true, '2026-11-24')).toEqual([])
})

test('a patient excluded by sex or age is not asked about a pregnancy', () => {
  expect(unmetIds([WOMEN, PREGNANT], VIKTOR)).toEqual([1])
  expect(unmetIds([ADULTS, PREGNANT], SOFIA)).toEqual([2])
})

test('no one meets a rule that lacks its parameter', () => {
  const broken = (['SEX', 'MIN_AGE', 'MAX_AGE'] as const).map((type, id) => aRule({ id, type }))
  expect(unmetIds(broken)).toEqual([0, 1, 2])
})

test('ordering rules do not concern the person', () => {
  const rules = [
    aRule({ type: 'REQUIRES_ALSO', relatedAnalysisIds: [2] }),
    aRule({ type: 'ALREADY_INCLUDES', relatedAnalysisIds: [3] }),
  ]
  expect(unmetIds(rules)).toEqual([])
})
