import { expect, test } from 'vitest'
import type { CartAnalysis } from './cart.ts'
import { patientMaterials, unavailabilityOf } from './cart-materials.ts'
import { aMaterial, anAnalysis, anAssortment, byn, MATERIALS } from './testing/factories.ts'

const BLOOD = anAnalysis({ id: 101 })
const MORE_BLOOD = anAnalysis({ id: 102 })
const URINE = anAnalysis({ id: 103, samplingServiceIds: [9], materialId: 40 })
const CULTURE = anAnalysis({ id: 104, samplingServiceIds: [9], materialId: 40 })

function materialsOf(analyses: CartAnalysis[], decisions: Record<number, boolean> = {}) {
  return patientMaterials({ analyses, assortment: anAssortment(analyses), decisions })
}

test('one collection fee is charged for any number of blood tests, and the tube is not a line', () => {
  const { lines } = materialsOf([BLOOD, MORE_BLOOD])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ materialId: 1, quantity: 1, total: byn(690), analysisIds: [101, 102] })
})

test('a service per analysis is charged once for each analysis that names it, even if it names it twice', () => {
  const breath = anAnalysis({ id: 105, samplingServiceIds: [6, 6], materialId: null })
  const another = anAnalysis({ id: 106, samplingServiceIds: [1, 6] })
  const { lines } = materialsOf([breath, another])
  expect(lines.map(({ materialId, total }) => [materialId, total.amount])).toEqual([
    [1, 690],
    [6, 1780],
  ])
})

test('an optional container needs a decision, is charged once per kind when bought, and is free when brought', () => {
  const offer = { materialId: 40, name: 'Material 40', price: byn(90), analysisIds: [103, 104] }
  expect(materialsOf([URINE, CULTURE]).undecided).toEqual([offer])
  expect(materialsOf([URINE, CULTURE], { 40: true }).lines.map(({ total }) => total.amount)).toEqual([
    150, 90,
  ])
  const brought = materialsOf([URINE, CULTURE], { 40: false })
  expect(brought.brought).toEqual([offer])
  expect(brought.lines.map(({ materialId }) => materialId)).toEqual([9])
})

test('a container that is not optional is charged without a decision', () => {
  const assortment = anAssortment([URINE], {
    materials: MATERIALS.map((material) =>
      material.id === 40 ? { ...material, isOptional: false } : material,
    ),
  })
  const materials = patientMaterials({ analyses: [URINE], assortment, decisions: {} })
  expect(materials.lines.map(({ materialId }) => materialId)).toEqual([9, 40])
  expect(materials.undecided).toEqual([])
})

test('an optional material that is included in a service needs no decision and is not charged', () => {
  const tube = aMaterial({ id: 20, isOptional: true, charge: 'INCLUDED_IN_SERVICE', price: null })
  const assortment = anAssortment([BLOOD], { materials: [MATERIALS[0]!, tube] })
  const materials = patientMaterials({ analyses: [BLOOD], assortment, decisions: {} })
  expect(materials.lines.map(({ materialId }) => materialId)).toEqual([1])
  expect(materials.undecided).toEqual([])
})

test('nothing is sold without a price or with an unknown fee', () => {
  const euro = { amount: 100, currency: 'EUR' } as const
  const analyses = [
    BLOOD,
    anAnalysis({ id: 2, price: null }),
    anAnalysis({ id: 3, price: euro }),
    anAnalysis({ id: 4, materialId: 999 }),
    anAnalysis({ id: 5, materialId: 50 }),
    anAnalysis({ id: 6, samplingServiceIds: [51] }),
  ]
  const assortment = anAssortment(analyses, {
    materials: [...MATERIALS, aMaterial({ id: 50, price: null }), aMaterial({ id: 51, price: euro })],
  })
  expect([101, 1, 2, 3, 4, 5, 6].map((id) => unavailabilityOf(id, assortment))).toEqual([
    null,
    'not_offered',
    'no_price',
    'no_price',
    'material_not_offered',
    'material_not_offered',
    'material_not_offered',
  ])
})
