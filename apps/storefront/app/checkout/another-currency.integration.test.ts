import { assortments, catalogueVersions } from '@shop/laboratory-api/catalogue/tables'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  HOME_LABORATORY,
  openTestStorefront,
  type TestStorefront,
} from '../../server/testing/open-test-storefront.ts'
import { addToCart } from '../cart/add-to-cart.server.ts'
import { getCart } from '../cart/encode-cart.server.ts'
import { formOf, outcomeOf, sent } from '../testing/test-shop.ts'
import { changeDataConfirmed } from './data-confirmed.server.ts'
import { getDetails } from './order-details.server.ts'

const EURO_PRICES = 3

let storefront: TestStorefront
beforeAll(async () => {
  storefront = await openTestStorefront()
  const { queries } = storefront.database
  await queries
    .update(assortments)
    .set({ priceListId: EURO_PRICES })
    .where(eq(assortments.isHomeCallOnly, true))
  await queries.update(catalogueVersions).set({ version: sql`${catalogueVersions.version} + 1` })
  await storefront.laboratory.api.context.catalogue.refresh()
})
afterAll(() => storefront.close())

test('empty order details are in BYN, for a guest and a customer alike, whatever the laboratory’s currency', async () => {
  const abroad = { activeLaboratoryId: String(HOME_LABORATORY) }
  const customer = await storefront.customer()
  const details = [storefront.shopOf(undefined, abroad), storefront.shopOf(customer, abroad)].map((shop) =>
    getDetails({ shop }),
  )
  for (const { orderTotal, deliveryPrice } of await Promise.all(details)) {
    expect(orderTotal).toEqual({ price: 0, currency: 'BYN' })
    expect(deliveryPrice).toBeNull()
  }
})

test('if prices and the home visit are in different currencies, cart and order say so before anything is chosen', async () => {
  const customer = await storefront.customer()
  const shop = storefront.shopOf(customer, { activeLaboratoryId: String(HOME_LABORATORY) })
  const analysisId = storefront.analysisId('1252')
  await addToCart({ shop, analysisId, patientIds: [customer.patientId] })
  expect(await getCart({ shop })).toMatchObject({
    cart: { cartTotal: { currency: 'EUR' }, obstacles: ['delivery_currency'] },
  })
  const form = formOf({ laboratoryId: String(HOME_LABORATORY), seenTotal: '0' })
  expect(outcomeOf(await changeDataConfirmed(shop, sent(form)))).toMatchObject({ location: '/order/cart' })
})
