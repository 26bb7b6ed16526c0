import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStorefront, type TestStorefront } from '../../server/testing/open-test-storefront.ts'
import { addToCart } from '../features/cart/add-to-cart.server.ts'
import { setFeedback } from '../features/order/set-feedback.server.ts'
import { documents } from './tables.server.ts'

let storefront: TestStorefront
beforeAll(async () => {
  storefront = await openTestStorefront()
})
afterAll(() => storefront.close())

// proves SPEC-9-STORAGE-PATH, SPEC-3-STORAGE-CART-ID
test('cart and order details are stored under the partner’s path, by the id that the browser keeps', async () => {
  const customer = await storefront.customer()
  const shop = storefront.shopOf(customer)
  const analysisId = storefront.analysisId('1252')
  await addToCart({ shop, analysisId, patientIds: [customer.patientId] })
  const feedbackDetails = { useEmail: true, usePhone: false, quickPhone: '' }
  await setFeedback({ shop, feedbackDetails })
  const rows = await storefront.database.queries.select({ key: documents.key }).from(documents)
  const id = shop.cookies.get('cartStorageId')
  expect(rows.map(({ key }) => key).sort()).toEqual([
    `/storage/synlab/carts/${id}`,
    `/storage/synlab/order-details/${id}`,
  ])
})
