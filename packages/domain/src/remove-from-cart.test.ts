import { expect, test } from 'vitest'
import { emptyCart } from './cart.ts'
import { removeAnalysis, removePatient, removePatientAnalysis } from './remove-from-cart.ts'
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
  const after = removePatientAnalysis({ cart, patientId: 'anna', analysisId: 1, assortment })
  expect(after).toEqual({ ...cart, analysisIdsByPatientId: { anna: [2, 3, 4], viktor: [1, 2] } })
})

test('the decision about a material is removed with the last analysis that needs it', () => {
  const once = removePatientAnalysis({ cart, patientId: 'anna', analysisId: 2, assortment })
  expect(once.materialDecisions).toEqual({ anna: { 40: true }, viktor: { 40: false } })
  const twice = removePatientAnalysis({ cart: once, patientId: 'anna', analysisId: 3, assortment })
  expect(twice.materialDecisions).toEqual({ viktor: { 40: false } })
})

test('a confirmed pregnancy is forgotten with the last analysis that asked for it', () => {
  expect(removeAnalysis({ cart, analysisId: 4, assortment }).pregnantPatientIds).toEqual([])
  expect(removeAnalysis({ cart, analysisId: 1, assortment }).pregnantPatientIds).toEqual(['anna'])
})

test('an analysis is removed from all patients, and a patient without analyses is removed too', () => {
  const after = removeAnalysis({
    cart: aCart({ analysisIdsByPatientId: { anna: [1, 2], viktor: [1] } }),
    analysisId: 1,
    assortment,
  })
  expect(after.analysisIdsByPatientId).toEqual({ anna: [2] })
})

test('a patient is removed with everything', () => {
  expect(removePatient({ cart, patientId: 'anna', assortment })).toEqual(
    aCart({
      analysisIdsByPatientId: { viktor: [1, 2] },
      materialDecisions: { viktor: { 40: false } },
    }),
  )
})

test('removing everything leaves the empty cart', () => {
  const withoutAnna = removePatient({ cart, patientId: 'anna', assortment })
  expect(removePatient({ cart: withoutAnna, patientId: 'viktor', assortment })).toEqual(emptyCart)
})

test('removing what is not in the cart changes nothing', () => {
  expect(removePatientAnalysis({ cart, patientId: 'viktor', analysisId: 3, assortment })).toEqual(cart)
  expect(removeAnalysis({ cart, analysisId: 99, assortment })).toEqual(cart)
  expect(removePatient({ cart, patientId: '__proto__', assortment })).toEqual(cart)
})

test('a decision survives at a laboratory that does not know the analysis', () => {
  const elsewhere = anAssortment([anAnalysis({ id: 1 })])
  const after = removePatientAnalysis({ cart, patientId: 'anna', analysisId: 1, assortment: elsewhere })
  expect(after.materialDecisions).toEqual(cart.materialDecisions)
  expect(after.pregnantPatientIds).toEqual(['anna'])
  const emptied = removePatient({ cart: after, patientId: 'anna', assortment: elsewhere })
  expect(emptied.pregnantPatientIds).toEqual([])
})
