import { expect, test } from 'vitest'
import { ageOf } from './age-in-words.ts'

test('the age of a newborn is counted in days', () => {
  expect(ageOf('2026-11-20', '2026-11-20')).toEqual({ unit: 'days', count: 0 })
  expect(ageOf('2026-10-21', '2026-11-20')).toEqual({ unit: 'days', count: 30 })
})

test('the age of an infant is counted in months', () => {
  expect(ageOf('2026-10-20', '2026-11-20')).toEqual({ unit: 'months', count: 1 })
  expect(ageOf('2024-11-21', '2026-11-20')).toEqual({ unit: 'months', count: 23 })
})

test('from the second birthday the age is counted in years', () => {
  expect(ageOf('2024-11-20', '2026-11-20')).toEqual({ unit: 'years', count: 2 })
  expect(ageOf('1965-03-14', '2026-03-13')).toEqual({ unit: 'years', count: 60 })
  expect(ageOf('1965-03-14', '2026-03-14')).toEqual({ unit: 'years', count: 61 })
})

test('a month is completed on the 1st if the month has no such day', () => {
  expect(ageOf('2026-01-31', '2026-02-28')).toEqual({ unit: 'days', count: 28 })
  expect(ageOf('2026-01-31', '2026-03-01')).toEqual({ unit: 'months', count: 1 })
})

test('a date of birth in the future gives no negative age', () => {
  expect(ageOf('2026-11-21', '2026-11-20')).toEqual({ unit: 'days', count: 0 })
})
