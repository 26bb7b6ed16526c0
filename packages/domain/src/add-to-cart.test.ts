import { expect, test } from 'vitest'
import { type AddToCart, CART_LINE_LIMIT, withAnalyses } from './add-to-cart.ts'
import { type Cart, emptyCart } from './cart.ts'
import { withoutAnalysis } from './remove-from-cart.ts'
import {
  aCart,
  aMaterial,
  anAnalysis,
  anAssortment,
  aRule,
  byn,
  FAMILY,
  MATERIALS,
  ON_DATE,
} from './testing/factories.ts'

const related = (type: 'REQUIRES_ALSO' | 'ALREADY_INCLUDES', ...ids: number[]) =>
  aRule({ type, relatedAnalysisIds: ids })

const ASSORTMENT = anAssortment([
  anAnalysis({ id: 1 }),
  anAnalysis({ id: 2 }),
  anAnalysis({ id: 3, samplingServiceIds: [9], materialId: 40 }),
  anAnalysis({ id: 4, rules: [aRule({ type: 'SEX', sex: 'MALE' })] }),
  anAnalysis({ id: 5, rules: [aRule({ type: 'PREGNANCY_ONLY' }), related('REQUIRES_ALSO', 1)] }),
  anAnalysis({ id: 6, rules: [related('REQUIRES_ALSO', 1)] }),
  anAnalysis({ id: 7, rules: [related('REQUIRES_ALSO', 6)] }),
  anAnalysis({ id: 8, rules: [related('ALREADY_INCLUDES', 1, 2)] }),
  anAnalysis({ id: 9, rules: [related('ALREADY_INCLUDES', 8)] }),
  anAnalysis({ id: 10, price: null }),
  anAnalysis({ id: 11, materialId: 777 }),
])

function adding(overrides: Partial<AddToCart>) {
  return withAnalyses({
    cart: emptyCart,
    patients: FAMILY,
    analysisIds: [1],
    patientIds: ['anna'],
    assortment: ASSORTMENT,
    onDate: ON_DATE,
    ...overrides,
  })
}

/** The cart after an addition that must be stored. */
function added(overrides: Partial<AddToCart>): Cart {
  const result = adding(overrides)
  if (!('cart' in result)) throw new Error(`nothing was stored: ${result.status}`)
  return result.cart
}

function applications(overrides: Partial<AddToCart>) {
  const result = adding(overrides)
  if (result.status !== 'added') throw new Error(result.status)
  return result.ruleApplications.map(({ patientId, analysisId, effect, rule, ...rest }) => {
    return [patientId, analysisId, effect, rule.type, ...rest.relatedAnalysisIds]
  })
}

test('analyses are added for several patients at once, as sets', () => {
  const result = adding({ analysisIds: [2, 1, 2], patientIds: ['viktor', 'anna', 'anna'] })
  expect(result).toEqual({
    status: 'added',
    ruleApplications: [],
    cart: aCart({ analysisIdsByPatientId: { anna: [1, 2], viktor: [1, 2] } }),
  })
})

test('a profile is named while one of its analyses is in the cart', () => {
  const whole = added({ analysisIds: [1, 2], profiles: { 70: [1, 2] } })
  expect(whole.profilesByPatientId).toEqual({ anna: { 70: [1, 2] } })
  const both = added({
    cart: whole,
    analysisIds: [2, 3],
    profiles: { 71: [2, 3] },
    decisions: { anna: { 40: true } },
  })
  expect(both.profilesByPatientId).toEqual({ anna: { 70: [1, 2], 71: [2, 3] } })
  const left = withoutAnalysis({ cart: both, analysisId: 2, assortment: ASSORTMENT })
  expect(left.profilesByPatientId).toEqual({ anna: { 70: [1], 71: [3] } })
  const without = withoutAnalysis({ cart: left, analysisId: 1, assortment: ASSORTMENT })
  expect(without.profilesByPatientId).toEqual({ anna: { 71: [3] } })
  const alone = withoutAnalysis({ cart: whole, analysisId: 1, assortment: ASSORTMENT })
  expect(withoutAnalysis({ cart: alone, analysisId: 2, assortment: ASSORTMENT })).toEqual(emptyCart)
})

test('adding an analysis that is in the cart changes nothing', () => {
  const cart = added({ analysisIds: [1, 2] })
  expect(added({ cart, analysisIds: [2] })).toEqual(cart)
})

test('adding an analysis that is in the cart removes nothing, even if a new rule would', () => {
  const cart = aCart({ analysisIdsByPatientId: { anna: [1, 8] } })
  expect(adding({ cart, analysisIds: [1] })).toEqual({ status: 'added', cart, ruleApplications: [] })
})

test('a patient who does not meet a rule is left out and listed; the others are added', () => {
  const overrides = { analysisIds: [4, 1], patientIds: ['anna', 'viktor'] }
  expect(applications(overrides)).toEqual([['anna', 4, 'leftOut', 'SEX']])
  expect(added(overrides).analysisIdsByPatientId).toEqual({ anna: [1], viktor: [1, 4] })
})

test('a pregnancy is confirmed in the call and remembered while an analysis asks for it', () => {
  expect(applications({ analysisIds: [1, 5] })).toEqual([['anna', 5, 'leftOut', 'PREGNANCY_ONLY']])
  const cart = added({ analysisIds: [1, 5], confirmations: { anna: { pregnant: true } } })
  expect(cart.pregnantPatientIds).toEqual(['anna'])
  expect(cart.analysisIdsByPatientId).toEqual({ anna: [1, 5] })
})

test('a confirmation that nothing asks for, or that says no, is not kept', () => {
  expect(added({ confirmations: { anna: { pregnant: true } } }).pregnantPatientIds).toEqual([])
  expect(applications({ analysisIds: [1, 5], confirmations: { anna: { pregnant: false } } })).toHaveLength(1)
})

test('all unmet rules of an analysis are listed together', () => {
  expect(applications({ analysisIds: [5] })).toEqual([
    ['anna', 5, 'leftOut', 'PREGNANCY_ONLY'],
    ['anna', 5, 'leftOut', 'REQUIRES_ALSO', 1],
  ])
})

test('a patient excluded by sex or age is not shown missing companions', () => {
  const rules = [aRule({ type: 'SEX', sex: 'MALE' }), related('REQUIRES_ALSO', 1)]
  const assortment = anAssortment([anAnalysis({ id: 12, rules })])
  expect(applications({ assortment, analysisIds: [12] })).toEqual([['anna', 12, 'leftOut', 'SEX']])
})

test('a required companion may be in the cart or be added by the same call', () => {
  expect(applications({ analysisIds: [6] })).toEqual([['anna', 6, 'leftOut', 'REQUIRES_ALSO', 1]])
  expect(applications({ analysisIds: [6, 1] })).toEqual([])
  expect(applications({ cart: added({ analysisIds: [1] }), analysisIds: [6] })).toEqual([])
})

test('if a companion is left out, so is the analysis that requires it', () => {
  expect(applications({ analysisIds: [7, 6, 2] })).toEqual([
    ['anna', 7, 'leftOut', 'REQUIRES_ALSO', 6],
    ['anna', 6, 'leftOut', 'REQUIRES_ALSO', 1],
  ])
  expect(added({ analysisIds: [7, 6, 2] }).analysisIdsByPatientId).toEqual({ anna: [2] })
})

test('a companion of one patient does not count for another', () => {
  const cart = added({ analysisIds: [1], patientIds: ['viktor'] })
  expect(applications({ cart, analysisIds: [6] })).toEqual([['anna', 6, 'leftOut', 'REQUIRES_ALSO', 1]])
})

test('an analysis included in a bigger one in the cart is not added beside it', () => {
  const cart = added({ analysisIds: [8] })
  expect(applications({ cart, analysisIds: [1] })).toEqual([['anna', 1, 'leftOut', 'ALREADY_INCLUDES', 8]])
  expect(added({ cart, analysisIds: [1] })).toEqual(cart)
})

test('analyses included in a bigger one are removed when the bigger one is added', () => {
  const cart = added({ analysisIds: [1, 2] })
  expect(applications({ cart, analysisIds: [8] })).toEqual([
    ['anna', 1, 'removed', 'ALREADY_INCLUDES', 8],
    ['anna', 2, 'removed', 'ALREADY_INCLUDES', 8],
  ])
  expect(added({ cart, analysisIds: [8] }).analysisIdsByPatientId).toEqual({ anna: [8] })
})

test('an analysis added together with the bigger one that includes it is left out, indirect inclusions too', () => {
  expect(applications({ analysisIds: [1, 9] })).toEqual([['anna', 1, 'leftOut', 'ALREADY_INCLUDES', 9]])
})

test('a removal names the biggest analysis, not one that is left out itself', () => {
  const cart = added({ analysisIds: [1] })
  expect(applications({ cart, analysisIds: [8, 9] })).toEqual([
    ['anna', 1, 'removed', 'ALREADY_INCLUDES', 9],
    ['anna', 8, 'leftOut', 'ALREADY_INCLUDES', 9],
  ])
})

test('a companion included in a bigger analysis counts as present', () => {
  const cart = added({ analysisIds: [1, 6] })
  expect(added({ cart, analysisIds: [8] }).analysisIdsByPatientId).toEqual({ anna: [6, 8] })
  expect(applications({ cart: added({ analysisIds: [8] }), analysisIds: [6] })).toEqual([])
})

test('the decision about an optional material is asked for per patient, and nothing is stored until then', () => {
  expect(
    adding({ analysisIds: [1, 3], patientIds: ['anna', 'viktor'], decisions: { anna: { 40: true } } }),
  ).toEqual({
    status: 'undecided',
    undecidedMaterials: {
      viktor: { 40: { materialId: 40, name: 'Material 40', price: byn(90), analysisIds: [3] } },
    },
  })
})

test('a decision is stored with the analysis, and a later one replaces it', () => {
  const cart = added({ analysisIds: [3], decisions: { anna: { 40: false } } })
  expect(cart.materialDecisions).toEqual({ anna: { 40: false } })
  const changed = added({ cart, analysisIds: [3], decisions: { anna: { 40: true } } })
  expect(changed.materialDecisions).toEqual({ anna: { 40: true } })
})

test('decisions about different materials are kept side by side', () => {
  const cup = aMaterial({ id: 41, isOptional: true, charge: 'ONCE_PER_CONTAINER' })
  const culture = anAnalysis({ id: 12, materialId: 41 })
  const assortment = anAssortment([...ASSORTMENT.analyses.values(), culture], {
    materials: [...MATERIALS, cup],
  })
  const cart = added({ assortment, analysisIds: [3], decisions: { anna: { 40: false } } })
  const both = added({ cart, assortment, analysisIds: [12], decisions: { anna: { 41: true } } })
  expect(both.materialDecisions).toEqual({ anna: { 40: false, 41: true } })
})

test('a decision that nothing needs is not stored', () => {
  const ofPatient = { 20: true, 40: true }
  const cart = added({ analysisIds: [1], decisions: { anna: ofPatient, viktor: ofPatient } })
  expect(cart.materialDecisions).toEqual({})
})

test('no decision is asked for about the material of an analysis that is left out', () => {
  const analysis = anAnalysis({ id: 1, materialId: 40, rules: [aRule({ type: 'SEX', sex: 'MALE' })] })
  const leftOut = applications({ assortment: anAssortment([analysis]) })
  expect(leftOut).toEqual([['anna', 1, 'leftOut', 'SEX']])
})

test.each([
  [{ analysisIds: [1, 10] }, { code: 'analysis_has_no_price', analysisId: 10 }],
  [{ analysisIds: [99] }, { code: 'unknown_analysis', analysisId: 99 }],
  [{ analysisIds: [11] }, { code: 'unknown_material', materialId: 777 }],
  [{ patientIds: ['anna', 'stranger'] }, { code: 'unknown_patient', patientId: 'stranger' }],
  [{ patientIds: ['constructor'] }, { code: 'unknown_patient', patientId: 'constructor' }],
  [{ decisions: { stranger: {} } }, { code: 'unknown_patient', patientId: 'stranger' }],
  [{ decisions: { anna: { 5000: true } } }, { code: 'unknown_material', materialId: 5000 }],
])('%j is refused', (overrides, refusal) => {
  expect(adding(overrides as Partial<AddToCart>)).toEqual({ status: 'refused', ...refusal })
})

test('two analyses that include each other both stay', () => {
  const assortment = anAssortment([
    anAnalysis({ id: 1, rules: [related('ALREADY_INCLUDES', 2)] }),
    anAnalysis({ id: 2, rules: [related('ALREADY_INCLUDES', 1)] }),
  ])
  expect(added({ assortment, analysisIds: [1, 2] }).analysisIdsByPatientId).toEqual({ anna: [1, 2] })
})

test('an analysis that this laboratory does not sell does not count as a companion', () => {
  const cart = aCart({ analysisIdsByPatientId: { anna: [10] } })
  const analysis = anAnalysis({ id: 12, rules: [related('REQUIRES_ALSO', 10)] })
  const assortment = anAssortment([...ASSORTMENT.analyses.values(), analysis])
  expect(applications({ cart, assortment, analysisIds: [12] })).toEqual([
    ['anna', 12, 'leftOut', 'REQUIRES_ALSO', 10],
  ])
})

test('a full cart accepts nothing more, and a cart that was fuller before may shrink', () => {
  const ids = Array.from({ length: CART_LINE_LIMIT }, (_, index) => index + 1)
  const assortment = anAssortment([...ids, CART_LINE_LIMIT + 1].map((id) => anAnalysis({ id })))
  const full = added({ assortment, analysisIds: ids })
  expect(adding({ assortment, cart: full, analysisIds: [CART_LINE_LIMIT + 1] })).toEqual({
    status: 'refused',
    code: 'cart_full',
  })
  expect(added({ assortment, cart: full, analysisIds: [1] })).toEqual(full)
  const fuller = aCart({ analysisIdsByPatientId: { anna: [...ids, CART_LINE_LIMIT + 1] } })
  expect(added({ assortment, cart: fuller, analysisIds: [1] })).toEqual(fuller)
})
