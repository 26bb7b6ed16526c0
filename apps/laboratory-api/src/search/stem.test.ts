import { expect, test } from 'vitest'
import { stemsOf } from './stem.ts'

test.each([
  [['витамин', 'витамина', 'витамины', 'витаминов', 'витаминами']],
  [['моча', 'мочи', 'мочу', 'моче']],
  [['щитовидная', 'щитовиднои', 'щитовидную']],
  [['allergy', 'allergies']],
  [['hormone', 'hormones']],
  [['dog', 'dogs']],
  [['papuzhka', 'papuzhki', 'papuzhke']],
  [['falista', 'falistej', 'faliste']],
  [['ciezhkie', 'ciezhkich', 'ciezhki']],
])('%j share a stem', ([first, ...others]) => {
  for (const other of others) expect(stemsOf(first!).some((stem) => stemsOf(other).includes(stem))).toBe(true)
})

test('short words are not shortened', () => {
  expect(['ттг', 'т4', 'igg', 'соэ', 'мочев'].flatMap(stemsOf)).toEqual(['ттг', 'т4', 'igg', 'соэ', 'мочев'])
})
