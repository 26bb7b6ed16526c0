import type { Patient } from '@shop/contract/patients'
import { expect, test } from 'vitest'
import { bloodOfAddition, bloodView } from './blood-sentences.server.ts'
import type { OpenCart } from './open-cart.server.ts'

const [TSH, FERRITIN, COUNT, COPPER, URINE] = [1, 2, 3, 4, 5]
const serum = { id: 20, kind: 'tube', blood: { millilitres: 5, tubes: 1, sharedBy: 15 } }
const edta = { id: 21, kind: 'tube', blood: { millilitres: 2.7, tubes: 1, sharedBy: 'any' } }
const adult = { dateOfBirth: '1990-04-12' } as Patient
const baby = { dateOfBirth: '2025-10-01' } as Patient

function openCart(locale = 'en') {
  const analyses = [
    { id: TSH, materialId: 20, draws: 1 },
    { id: FERRITIN, materialId: 20, draws: 1 },
    { id: COUNT, materialId: 21, draws: 1 },
    { id: COPPER, materialId: 28, draws: 1 },
    { id: URINE, materialId: 40, draws: 0 },
  ]
  const materials = [serum, edta, { id: 28, kind: 'tube' }, { id: 40, kind: 'container' }]
  return {
    shop: {
      locale,
      env: { partner: 'synlab' },
      businessTimeZone: 'Europe/Minsk',
      now: () => new Date('2026-03-10T09:00:00Z'),
    },
    laboratory: null,
    records: { draft: { body: {} } },
    catalogue: {
      assortment: {
        analyses: new Map(analyses.map((analysis) => [analysis.id, analysis])),
        materials: new Map(materials.map((material) => [material.id, material])),
      },
    },
  } as unknown as OpenCart
}

const added = (before: number[], more: number[], patient = adult) =>
  bloodOfAddition(openCart(), patient, { before, after: [...before, ...more] })

test('a test that shares a tube adds no blood, another one adds a tube', () => {
  expect(added([], [TSH])).toEqual(['Blood: 1 tube, 5\u00a0mL.'])
  expect(added([TSH], [FERRITIN])).toEqual([
    'No extra tube and no extra blood: what is drawn anyway is enough.',
  ])
  expect(added([TSH, COPPER], [FERRITIN])).toEqual(added([TSH], [FERRITIN]))
  expect(added([TSH], [COUNT])).toEqual(['1 more tube of blood, 2.7\u00a0mL.'])
})

test('urine adds no sentence, and neither does an addition without effect', () => {
  expect(added([], [URINE])).toEqual([])
  expect(added([TSH], [])).toEqual([])
})

test('an unknown volume is stated as unknown', () => {
  expect(bloodView(openCart(), adult, [COPPER])?.amount).toBe(
    'The laboratory does not say how much blood is drawn.',
  )
  expect(bloodView(openCart(), adult, [COPPER, TSH])?.amount).toBe(
    'Blood: at least 5\u00a0mL; for 1 test the laboratory does not say how much.',
  )
})

test('for a baby there is a warning with the limit and its source, for an adult there is none', () => {
  expect(bloodView(openCart(), adult, [TSH])?.warning).toBeNull()
  expect(bloodView(openCart(), baby, [TSH])?.warning).toMatch(/usually at most 3.5\smL at a time \(Garza/)
  expect(added([], [TSH], baby)).toHaveLength(2)
  expect(added([TSH], [FERRITIN], baby)).toHaveLength(1)
})

test('volumes are formatted in the reader’s language', () => {
  expect(bloodView(openCart('ru'), adult, [TSH, COUNT])?.amount).toBe('Кровь: 2 пробирки, 7,7\u00a0мл.')
})
