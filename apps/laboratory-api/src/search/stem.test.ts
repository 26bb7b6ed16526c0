import { expect, test } from 'vitest'
import { stemOf } from './stem.ts'

test.each([
  [['витамин', 'витамина', 'витамины', 'витаминов', 'витаминами']],
  [['моча', 'мочи', 'мочу', 'моче']],
  [['щитовидная', 'щитовиднои', 'щитовидную']],
  [['allergy', 'allergies']],
  [['hormone', 'hormones']],
  [['dog', 'dogs']],
])('%j share a stem', (forms) => {
  expect(new Set(forms.map(stemOf)).size).toBe(1)
})

test('short words keep their letters', () => {
  expect(['ттг', 'т4', 'igg', 'соэ', 'мочев'].map(stemOf)).toEqual(['ттг', 'т4', 'igg', 'соэ', 'мочев'])
})
