import { expect, test } from 'vitest'
import { selectionSum } from './choose-patients.tsx'
import type { PatientChoice } from './patient-choices.server.ts'

function aChoice(overrides: Partial<PatientChoice> & { patientId: string }): PatientChoice {
  return {
    remarks: [],
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
    quote: { sum: { price: 23.8, currency: 'BYN' }, materials: [] },
    unconfirmed: null,
    ...overrides,
  }
}

const container = { materialId: 40, name: 'Container', price: { price: 0.9, currency: 'BYN' as const } }

test('the chosen patients’ sums are added without a rounding error', () => {
  const choices = ['a', 'b', 'c'].map((patientId) =>
    aChoice({ patientId, quote: { sum: { price: 0.1, currency: 'BYN' }, materials: [] } }),
  )
  expect(selectionSum(choices, ['a', 'b', 'c'], new Map())).toEqual({
    count: 3,
    sum: { price: 0.3, currency: 'BYN' },
  })
})

test('a container adds to the price only if it is bought', () => {
  const quote = { sum: { price: 23.8, currency: 'BYN' as const }, materials: [container] }
  const choices = [aChoice({ patientId: 'a', quote })]
  const sumWith = (decision: string) =>
    selectionSum(choices, ['a'], new Map([['material.a.40', decision]])).sum.price
  expect(sumWith('buy')).toBe(24.7)
  expect(sumWith('bring')).toBe(23.8)
})

test('an analysis for pregnant women only adds to the price once the pregnancy is confirmed', () => {
  const unconfirmed = { sum: { price: 0, currency: 'BYN' as const }, materials: [] }
  const choices = [aChoice({ patientId: 'a', needsPregnancy: true, unconfirmed })]
  expect(selectionSum(choices, ['a'], new Map([['pregnant.a', 'yes']])).sum.price).toBe(23.8)
  expect(selectionSum(choices, ['a'], new Map()).sum.price).toBe(0)
})

test('a patient who is not chosen adds nothing', () => {
  expect(selectionSum([aChoice({ patientId: 'a' })], [], new Map())).toEqual({
    count: 0,
    sum: { price: 0, currency: 'BYN' },
  })
})
