import { expect, test } from 'vitest'
import { calculateCart } from './calculate-cart.ts'
import { type Cart, emptyCart } from './cart.ts'
import { aCart, anAnalysis, anAssortment, aRule, byn, FAMILY, ON_DATE } from './testing/factories.ts'

const assortment = anAssortment([
  anAnalysis({ id: 1, price: byn(2190) }),
  anAnalysis({ id: 2, price: byn(1690) }),
  anAnalysis({ id: 3, price: byn(1180), samplingServiceIds: [9], materialId: 40 }),
  anAnalysis({ id: 4, rules: [aRule({ type: 'REQUIRES_ALSO', relatedAnalysisIds: [1] })] }),
  anAnalysis({ id: 5, rules: [aRule({ type: 'ALREADY_INCLUDES', relatedAnalysisIds: [1] })] }),
  anAnalysis({ id: 6, rules: [aRule({ type: 'MAX_AGE', maxAgeYears: 5 })] }),
  anAnalysis({ id: 7, price: null }),
])

function calculated(cart: Cart, overrides: Partial<Parameters<typeof calculateCart>[0]> = {}) {
  return calculateCart({ cart, patients: FAMILY, assortment, onDate: ON_DATE, ...overrides })
}

const VIKTORS = aCart({
  analysisIdsByPatientId: { anna: [1, 2], viktor: [1, 3] },
  materialDecisions: { viktor: { 40: true } },
})

test('an empty cart costs nothing and cannot be ordered', () => {
  expect(calculated(emptyCart)).toMatchObject({
    patients: [],
    cartTotal: byn(0),
    orderTotal: byn(0),
    deliveryPrice: null,
    obstacles: ['cart_empty'],
  })
})

test('lines and materials add up to subtotals, subtotals to the cart, and delivery is added to the order', () => {
  const cart = calculated(VIKTORS, { deliveryPrice: byn(3300) })
  const anna = 2190 + 1690 + 690
  const viktor = 2190 + 1180 + 690 + 150 + 90
  expect(cart.patients.map(({ patientId, subtotal }) => [patientId, subtotal.amount])).toEqual([
    ['anna', anna],
    ['viktor', viktor],
  ])
  expect(cart.cartTotal).toEqual(byn(anna + viktor))
  expect(cart.orderTotal).toEqual(byn(anna + viktor + 3300))
  expect(cart.obstacles).toEqual([])
})

test('analyses that another laboratory does not offer stay visible, outside the totals, and block the order', () => {
  const elsewhere = anAssortment([anAnalysis({ id: 1, price: byn(2000) })])
  const cart = calculated(VIKTORS, { assortment: elsewhere })
  expect(cart.cartTotal).toEqual(byn(2 * (2000 + 690)))
  expect(cart.unavailable).toEqual([
    { patientId: 'anna', analysisId: 2, reason: 'not_offered' },
    { patientId: 'viktor', analysisId: 3, reason: 'not_offered' },
  ])
  expect(cart.patients.map(({ analysisIds }) => analysisIds)).toEqual([
    [1, 2],
    [1, 3],
  ])
  expect(cart.obstacles).toEqual(['unavailable_lines'])
})

test('an analysis without a price is unavailable, and if it is alone, the cart has no line', () => {
  const cart = calculated(aCart({ analysisIdsByPatientId: { anna: [7] } }))
  expect(cart.unavailable).toEqual([{ patientId: 'anna', analysisId: 7, reason: 'no_price' }])
  expect(cart.cartTotal).toEqual(byn(0))
  expect(cart.obstacles).toEqual(['cart_empty', 'unavailable_lines'])
})

test('an analysis whose companion was removed stays and waits for it', () => {
  const cart = calculated(aCart({ analysisIdsByPatientId: { anna: [4] } }))
  expect(cart.patients[0]?.lines).toHaveLength(1)
  expect(cart.brokenRequirements).toMatchObject([
    { patientId: 'anna', analysisId: 4, effect: 'broken', relatedAnalysisIds: [1] },
  ])
  expect(cart.obstacles).toEqual(['broken_requirements'])
})

test('an analysis that new rules make a duplicate is reported', () => {
  const cart = calculated(aCart({ analysisIdsByPatientId: { anna: [1, 5] } }))
  expect(cart.brokenRequirements).toMatchObject([{ analysisId: 1, relatedAnalysisIds: [5] }])
  expect(cart.brokenRequirements[0]?.rule.type).toBe('ALREADY_INCLUDES')
})

test('a birthday before the visit can break a rule', () => {
  const cart = aCart({ analysisIdsByPatientId: { boy: [6] } })
  const patients = [{ id: 'boy', gender: 'MALE', dateOfBirth: '2020-11-23' }] as const
  expect(calculated(cart, { patients, onDate: '2026-11-22' }).obstacles).toEqual([])
  expect(calculated(cart, { patients, onDate: '2026-11-23' }).obstacles).toEqual(['broken_requirements'])
})

test('an optional material without a decision blocks the order and is listed as undecided', () => {
  const cart = calculated(aCart({ analysisIdsByPatientId: { viktor: [3] } }))
  expect(Object.keys(cart.undecidedMaterials.viktor!)).toEqual(['40'])
  expect(cart.cartTotal).toEqual(byn(1180 + 150))
  expect(cart.obstacles).toEqual(['undecided_materials'])
})

test('a material that the patient brings is shown without a charge', () => {
  const cart = calculated(
    aCart({
      analysisIdsByPatientId: { viktor: [3] },
      materialDecisions: { viktor: { 40: false } },
    }),
  )
  expect(cart.patients[0]?.broughtMaterials.map(({ materialId }) => materialId)).toEqual([40])
  expect(cart.cartTotal).toEqual(byn(1180 + 150))
  expect(cart.obstacles).toEqual([])
})

test('a patient who is no longer known is not charged and blocks the order', () => {
  const cart = calculated(aCart({ analysisIdsByPatientId: { anna: [1], gone: [1] } }))
  expect(cart.unknownPatientIds).toEqual(['gone'])
  expect(cart.patients.map(({ patientId }) => patientId)).toEqual(['anna'])
  expect(cart.obstacles).toEqual(['unknown_patients'])
})

test('a delivery price in another currency is not added and blocks the order, even before the place is chosen', () => {
  const deliveryPrice = { amount: 1000, currency: 'EUR' } as const
  const cart = calculated(VIKTORS, { deliveryPrice })
  expect(cart).toMatchObject({ deliveryPrice: null, obstacles: ['delivery_currency'] })
  expect(cart.orderTotal).toEqual(cart.cartTotal)
  expect(calculated(VIKTORS, { deliveryCurrency: 'EUR' }).obstacles).toEqual(['delivery_currency'])
  expect(calculated(VIKTORS, { deliveryCurrency: 'BYN' }).obstacles).toEqual([])
})
