import { calculateCart } from '@shop/domain/calculate-cart'
import { type Cart, emptyCart } from '@shop/domain/cart'
import { assortments, families, steps } from '@shop/domain/testing/arbitraries'
import {
  ANNA,
  aCart,
  anAnalysis,
  anAssortment,
  aRule,
  byn,
  FAMILY,
  ON_DATE,
  VIKTOR,
} from '@shop/domain/testing/factories'
import { takeStep } from '@shop/domain/testing/run-steps'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addToCartSchema, EMPTY_CART, EMPTY_ORDER_DETAILS } from './cart.ts'
import { cartAnswerToWire, cartToWire, undecidedToWire } from './cart-codec.ts'

const assortment = anAssortment([
  anAnalysis({ id: 1 }),
  anAnalysis({ id: 2 }),
  anAnalysis({ id: 3, materialId: 40 }),
])
const nothingElse = { analysisOf: () => undefined, profilesByPatientId: {} }

function wired(cart: Cart) {
  return cartToWire(calculateCart({ cart, patients: FAMILY, assortment, onDate: ON_DATE }), nothingElse)
}

test('a cart is sent under the specification’s names', {
  tags: ['SPEC-3-CART-PATIENTS-BY-ANALYSIS', 'SPEC-3-CART-SUBTOTALS', 'SPEC-3-CART-BOUGHT'],
}, () => {
  const cart = wired(
    aCart({
      analysisIdsByPatientId: { [ANNA.id]: [1, 3], [VIKTOR.id]: [1, 2] },
      materialDecisions: { [ANNA.id]: { 40: true } },
    }),
  )
  expect(Object.keys(cart)).toEqual(Object.keys(EMPTY_CART))
  expect(cart.patientIdsByAnalysisId).toEqual({ 1: ['anna', 'viktor'], 2: ['viktor'], 3: ['anna'] })
  expect(cart.isBoughtOptionalMaterialMap).toEqual({ anna: { 40: true }, viktor: {} })
  expect(cart.subCartTotalsByPatientId).toEqual({
    anna: { price: 27.8, currency: 'BYN' },
    viktor: { price: 26.9, currency: 'BYN' },
  })
})

test('a material that the patient brings costs nothing and is answered as not bought', () => {
  const cart = wired(
    aCart({ analysisIdsByPatientId: { anna: [3] }, materialDecisions: { anna: { 40: false } } }),
  )
  expect(cart.isBoughtOptionalMaterialMap).toEqual({ anna: { 40: false } })
  expect(cart.materialCartRefMapsByPatientId.anna?.[40]).toMatchObject({ price: 0, isOptional: true })
})

test('the two maps of patients and analyses mirror each other in every cart', () => {
  const worlds = fc.record({ patients: families, assortment: assortments('all') })
  fc.assert(
    fc.property(worlds, fc.array(steps, { minLength: 20, maxLength: 20 }), (world, sequence) => {
      const cart = sequence.reduce((held, step) => takeStep(held, step, world), emptyCart)
      const calculated = calculateCart({ ...world, cart, onDate: ON_DATE })
      const { analysisIdsByPatientId, patientIdsByAnalysisId } = cartToWire(calculated, nothingElse)
      const forwards = Object.entries(analysisIdsByPatientId).flatMap(([patientId, ids]) =>
        ids.map((id) => `${patientId}/${id}`),
      )
      const backwards = Object.entries(patientIdsByAnalysisId).flatMap(([id, patientIds]) =>
        patientIds.map((patientId) => `${patientId}/${id}`),
      )
      expect(backwards.sort()).toEqual(forwards.sort())
    }),
  )
})

test('a cart to which rules were applied has its own status and lists them; any other is calculated', () => {
  const answer = { cart: EMPTY_CART, orderDetails: EMPTY_ORDER_DETAILS }
  expect(cartAnswerToWire({ ...answer, ruleApplications: [] })).toEqual({ status: 'calculated', ...answer })
  const application = {
    patientId: 'anna',
    analysisId: 1,
    effect: 'leftOut' as const,
    rule: aRule({ type: 'SEX', sex: 'MALE' }),
    relatedAnalysisIds: [],
    message: 'For men only',
    messageRu: null,
  }
  expect(cartAnswerToWire({ ...answer, ruleApplications: [application] })).toEqual({
    status: 'specificAnalysisRestrictionsApplied',
    ...answer,
    specificAnalysisRulesApplication: [
      {
        patientId: 'anna',
        analysisId: 1,
        rule: 'SEX',
        effect: 'leftOut',
        relatedAnalysisIds: [],
        message: 'For men only',
      },
    ],
  })
})

test('a decision request carries name and price, and decisions are read under the code’s name for them', () => {
  const request = { materialId: 40, name: 'Cup', price: byn(90), analysisIds: [3] }
  expect(undecidedToWire({ anna: { 40: request } })).toEqual({
    status: 'optionalMaterialDecisionRequested',
    optionalMaterialDecisionRequestMap: {
      anna: { 40: { materialId: 40, name: 'Cup', price: 0.9, currency: 'BYN', analysisIds: [3] } },
    },
  })
  const patientId = '0199d0f2-6c1e-7a55-9c4b-5b1f6a7c2d10'
  const call = { analysisId: 3, patientIds: [patientId] }
  const decisions = { [patientId]: { 40: true } }
  expect(addToCartSchema.parse({ ...call, updateToIsBoughtOptionalMaterialMap: decisions })).toEqual({
    ...call,
    materialDecisions: decisions,
  })
  expect(addToCartSchema.parse({ ...call, updateToIsBoughtOptionalMaterialMap: null })).toEqual({
    ...call,
    materialDecisions: null,
  })
})
