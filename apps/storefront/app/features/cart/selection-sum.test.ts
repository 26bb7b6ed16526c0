import { expect, test } from 'vitest'
import type { PatientChoice } from './patient-choices.server.ts'
import { selectionSum } from './selection-sum.ts'

function aChoice(overrides: Partial<PatientChoice> & { patientId: string }): PatientChoice {
  return {
    fullName: 'Anna Kovaleva',
    age: { unit: 'years', count: 34 },
    gender: 'FEMALE',
    born: '5 March 1992',
    state: 'offered',
    reasons: [],
    addedCount: 1,
    wantedCount: 1,
    leftOutIds: [],
    needsPregnancy: false,
    companions: [],
    materials: [],
    sum: { price: 23.8, currency: 'BYN' },
    ...overrides,
  }
}

const container = { materialId: 40, name: 'Container', price: { price: 0.9, currency: 'BYN' as const } }
const companion = { analysisId: 7, name: 'Iron', price: { price: 8.1, currency: 'BYN' as const } }

test('the chosen patients’ sums are added without a rounding error', () => {
  const choices = ['a', 'b', 'c'].map((patientId) =>
    aChoice({ patientId, sum: { price: 0.1, currency: 'BYN' } }),
  )
  expect(selectionSum(choices, ['a', 'b', 'c'], new Map())).toEqual({
    count: 3,
    sum: { price: 0.3, currency: 'BYN' },
  })
})

test('a container costs something only where it is bought', () => {
  const choices = [aChoice({ patientId: 'a', materials: [container] })]
  const sumWith = (decision: string) =>
    selectionSum(choices, ['a'], new Map([['material.a.40', decision]])).sum.price
  expect(sumWith('buy')).toBe(24.7)
  expect(sumWith('bring')).toBe(23.8)
})

test('a companion costs something where it is taken along', () => {
  const choices = [aChoice({ patientId: 'a', companions: [companion] })]
  expect(selectionSum(choices, ['a'], new Map([['companion.a.7', 'yes']])).sum.price).toBe(31.9)
  expect(selectionSum(choices, ['a'], new Map()).sum.price).toBe(23.8)
})

test('who is not chosen costs nothing', () => {
  expect(selectionSum([aChoice({ patientId: 'a' })], [], new Map())).toEqual({
    count: 0,
    sum: { price: 0, currency: 'BYN' },
  })
})
