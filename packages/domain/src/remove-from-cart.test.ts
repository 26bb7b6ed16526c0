import { expect, test } from 'vitest'
import { emptyCart } from './cart.ts'
import { withoutAnalysis, withoutPatient, withoutPatientAnalysis } from './remove-from-cart.ts'
import { aCart, anAnalysis, anAssortment, aRule } from './testing/factories.ts'

const assortment = anAssortment([
  anAnalysis({ id: 1 }),
  anAnalysis({ id: 2, materialId: 40 }),
  anAnalysis({ id: 3, materialId: 40 }),
  anAnalysis({ id: 4, rules: [aRule({ type: 'PREGNANCY_ONLY' })] }),
])

const cart = aCart({
  analysisIdsByPatientId: { anna: [1, 2, 3, 4], viktor: [1, 2] },
  materialDecisions: { anna: { 40: true }, viktor: { 40: false } },
  pregnantPatientIds: ['anna'],
})

test('one analysis is removed from one patient', () => {
  const after = withoutPatientAnalysis({ cart, patientId: 'anna', analysisId: 1, assortment })
  expect(after).toEqual({ ...cart, analysisIdsByPatientId: { anna: [2, 3, 4], viktor: [1, 2] } })
})

test('the decision about a material is removed with the last analysis that needs it', () => {
  const once = withoutPatientAnalysis({ cart, patientId: 'anna', analysisId: 2, assortment })
  expect(once.materialDecisions).toEqual({ anna: { 40: true }, viktor: { 40: false } })
  const twice = withoutPatientAnalysis({ cart: once, patientId: 'anna', analysisId: 3, assortment })
  expect(twice.materialDecisions).toEqual({ viktor: { 40: false } })
})

test('a confirmed pregnancy is forgotten with the last analysis that asked for it', () => {
  expect(withoutAnalysis({ cart, analysisId: 4, assortment }).pregnantPatientIds).toEqual([])
  expect(withoutAnalysis({ cart, analysisId: 1, assortment }).pregnantPatientIds).toEqual(['anna'])
})

test('an analysis is removed from all patients, and a patient without analyses is removed too', () => {
  const after = withoutAnalysis({
    cart: aCart({ analysisIdsByPatientId: { anna: [1, 2], viktor: [1] } }),
    analysisId: 1,
    assortment,
  })
  expect(after.analysisIdsByPatientId).toEqual({ anna: [2] })
})

test('a patient is removed with everything', () => {
  expect(withoutPatient({ cart, patientId: 'anna', assortment })).toEqual(
    aCart({
      analysisIdsByPatientId: { viktor: [1, 2] },
      materialDecisions: { viktor: { 40: false } },
    }),
  )
})

test('removing everything leaves the empty cart', () => {
  const withoutAnna = withoutPatient({ cart, patientId: 'anna', assortment })
  expect(withoutPatient({ cart: withoutAnna, patientId: 'viktor', assortment })).toEqual(emptyCart)
})

test('removing what is not in the cart changes nothing', () => {
  expect(withoutPatientAnalysis({ cart, patientId: 'viktor', analysisId: 3, assortment })).toEqual(cart)
  expect(withoutAnalysis({ cart, analysisId: 99, assortment })).toEqual(cart)
  expect(withoutPatient({ cart, patientId: '__proto__', assortment })).toEqual(cart)
})

test('a decision survives at a laboratory that does not know the analysis', () => {
  const elsewhere = anAssortment([anAnalysis({ id: 1 })])
  const after = withoutPatientAnalysis({ cart, patientId: 'anna', analysisId: 1, assortment: elsewhere })
  expect(after.materialDecisions).toEqual(cart.materialDecisions)
  expect(after.pregnantPatientIds).toEqual(['anna'])
  const emptied = withoutPatient({ cart: after, patientId: 'anna', assortment: elsewhere })
  expect(emptied.pregnantPatientIds).toEqual([])
})
