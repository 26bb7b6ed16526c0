import { expect, test } from 'vitest'
import { withAnalyses } from './add-to-cart.ts'
import { calculateCart } from './calculate-cart.ts'
import { emptyCart } from './cart.ts'
import { quoteAnalyses } from './quote.ts'
import { anAnalysis, anAssortment, byn, FAMILY, ON_DATE } from './testing/factories.ts'

const assortment = anAssortment([
  anAnalysis({ id: 1, price: byn(2190) }),
  anAnalysis({ id: 2, price: byn(1180), samplingServiceIds: [9], materialId: 40 }),
  anAnalysis({ id: 3, price: null }),
])

test('a quote has the analyses, the fees, and separately what may be brought', () => {
  const quote = quoteAnalyses({ analysisIds: [1, 2, 1], assortment })
  expect(quote?.analysesTotal).toEqual(byn(2190 + 1180))
  expect(quote?.total).toEqual(byn(2190 + 1180 + 690 + 150))
  expect(quote?.optionalMaterials.map(({ materialId }) => materialId)).toEqual([40])
})

test('the quote equals what the cart will charge', () => {
  const decisions = { anna: { 40: false } }
  const call = { cart: emptyCart, patients: FAMILY, patientIds: ['anna'], analysisIds: [1, 2] }
  const added = withAnalyses({ ...call, assortment, onDate: ON_DATE, decisions })
  if (added.status !== 'added') throw new Error(added.status)
  const cart = calculateCart({ cart: added.cart, patients: FAMILY, assortment, onDate: ON_DATE })
  expect(quoteAnalyses({ analysisIds: [1, 2], assortment })?.total).toEqual(cart.cartTotal)
})

test('there is no quote for what the laboratory does not sell', () => {
  expect(quoteAnalyses({ analysisIds: [1, 3], assortment })).toBeNull()
  expect(quoteAnalyses({ analysisIds: [99], assortment })).toBeNull()
})
