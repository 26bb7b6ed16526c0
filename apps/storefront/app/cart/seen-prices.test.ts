import { calculateCart } from '@shop/domain/calculate-cart'
import type { CartAnalysis } from '@shop/domain/cart'
import { ANNA, aCart, anAnalysis, anAssortment, byn, ON_DATE } from '@shop/domain/testing/factories'
import { expect, test } from 'vitest'
import { priceChanges, seenPricesOf, seenPricesOfRest } from './seen-prices.ts'

const BRANCH = 1

/** Anna's cart with these analyses. */
function cartWith(...analyses: CartAnalysis[]) {
  return calculateCart({
    cart: aCart({ analysisIdsByPatientId: { [ANNA.id]: analyses.map(({ id }) => id) } }),
    patients: [ANNA],
    assortment: anAssortment(analyses),
    onDate: ON_DATE,
  })
}

const before = cartWith(anAnalysis({ id: 11, price: byn(1690) }))
const dearer = anAnalysis({ id: 11, name: 'Ferritin', price: byn(1750) })

test('an unchanged price is not reported', () => {
  expect(priceChanges(before, BRANCH, seenPricesOf(before, BRANCH, null))).toEqual([])
})

test('a price that has risen since it was seen is reported with both amounts', () => {
  const seen = seenPricesOf(before, BRANCH, null)
  expect(priceChanges(cartWith(dearer), BRANCH, seen)).toEqual([
    { kind: 'analysis', id: 11, name: 'Ferritin', before: 1690, now: 1750 },
  ])
})

test('adding another line does not mark an old price as seen again', () => {
  const seen = seenPricesOf(before, BRANCH, null)
  const later = cartWith(dearer, anAnalysis({ id: 12 }))
  const seenLater = seenPricesOf(later, BRANCH, seen)
  expect(seenLater.analyses).toEqual({ 11: 1690, 12: 1000 })
  expect(priceChanges(later, BRANCH, seenLater)).toHaveLength(1)
})

test('seen prices are kept for lines that stay in the cart and dropped for removed ones', () => {
  const analyses = [anAnalysis({ id: 11, materialId: 21 }), anAnalysis({ id: 12, materialId: 22 })]
  const seen = {
    laboratoryId: BRANCH,
    currency: 'BYN',
    analyses: { 11: 1690, 12: 1000 },
    materials: { 21: 100, 22: 200 },
  }
  const rest = aCart({ analysisIdsByPatientId: { [ANNA.id]: [12] } })
  expect(seenPricesOfRest(seen, rest, anAssortment(analyses))).toEqual({
    ...seen,
    analyses: { 12: 1000 },
    materials: { 22: 200 },
  })
  const empty = aCart({ analysisIdsByPatientId: {} })
  expect(seenPricesOfRest(seen, empty, anAssortment(analyses))).toBeNull()
})

test('prices seen at another laboratory are not compared', () => {
  const seen = seenPricesOf(before, 2, null)
  expect(priceChanges(cartWith(dearer), BRANCH, seen)).toEqual([])
  expect(seenPricesOf(cartWith(dearer), BRANCH, seen).analyses).toEqual({ 11: 1750 })
})

test('a price that two patients share is reported once', () => {
  const viktor = { id: 'viktor', gender: 'MALE' as const, dateOfBirth: '1965-03-14' }
  const both = calculateCart({
    cart: aCart({ analysisIdsByPatientId: { [ANNA.id]: [11], [viktor.id]: [11] } }),
    patients: [ANNA, viktor],
    assortment: anAssortment([dearer]),
    onDate: ON_DATE,
  })
  expect(priceChanges(both, BRANCH, seenPricesOf(before, BRANCH, null))).toHaveLength(1)
})
