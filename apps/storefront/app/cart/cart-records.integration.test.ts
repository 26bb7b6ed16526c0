import type { Cart } from '@shop/domain/cart'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestStorefront, type TestStorefront } from '../../server/testing/open-test-storefront.ts'
import { setFeedback } from '../checkout/order-details.server.ts'
import { deleteUnusedRecords } from '../platform/records/delete-unused-records.server.ts'
import { RECORDS_OF_AN_OWNER } from '../platform/records/record-store.server.ts'
import { records } from '../platform/records/tables.server.ts'
import { addToCart } from './add-to-cart.server.ts'
import type { CartBody } from './cart-records.server.ts'
import { openCart } from './open-cart.server.ts'
import { undoRemoval } from './remove-from-cart.server.ts'

let storefront: TestStorefront
beforeAll(async () => {
  storefront = await openTestStorefront()
})
afterAll(() => storefront.close())
beforeEach(async () => {
  await storefront.database.queries.delete(records)
})

test('cart and order details are stored under the partner’s path, by the id that the browser keeps', {
  tags: ['SPEC-9-STORAGE-PATH', 'SPEC-3-STORAGE-CART-ID'],
}, async () => {
  const customer = await storefront.customer()
  const shop = storefront.shopOf(customer)
  const analysisId = storefront.analysisId('1252')
  await addToCart({ shop, analysisId, patientIds: [customer.patientId] })
  const feedback = { useEmail: true, usePhone: false, contactPhone: '' }
  await setFeedback({ shop, feedback })
  const rows = await storefront.database.queries.select({ key: records.key }).from(records)
  const id = shop.cookies.get('cartStorageId')
  expect(rows.map(({ key }) => key).sort()).toEqual([
    `/storage/synlab/carts/${id}`,
    `/storage/synlab/order-details/${id}`,
  ])
})

test('a cart stored in format 1 is read in full, and the previous release can read it after a change', async () => {
  const customer = await storefront.customer()
  const shop = storefront.shopOf(customer)
  const analysisId = storefront.analysisId('1252')
  await addToCart({ shop, analysisId, patientIds: [customer.patientId] })
  const { queries } = storefront.database
  const key = `/storage/synlab/carts/${shop.cookies.get('cartStorageId')}`
  const ofRecord = eq(records.key, key)
  const stored = async () => {
    const [record] = await queries.select({ body: records.body }).from(records).where(ofRecord)
    return record!.body as CartBody
  }
  const { format: _, cart, ...body } = await stored()
  const {
    materialDecisions: __,
    isBoughtOptionalMaterialMap: ___,
    ...choices
  } = cart as Cart & {
    isBoughtOptionalMaterialMap: unknown
  }
  // As written in format 1, with a decision about a container (40) and the cart before the last removal.
  const first = (isBought: boolean) => ({
    ...choices,
    isBoughtOptionalMaterialMap: { [customer.patientId]: { 40: isBought } },
  })
  const written = { ...body, cart: first(true), previous: first(false) }
  await queries.update(records).set({ body: written }).where(ofRecord)

  const { records: read } = await openCart(storefront.shopOf(customer))
  const second = (isBought: boolean) => ({
    ...choices,
    materialDecisions: { [customer.patientId]: { 40: isBought } },
  })
  expect(read.cart.body).toEqual({ ...body, format: 2, cart: second(true), previous: second(false) })
  await undoRemoval({ shop: storefront.shopOf(customer) })
  expect(await stored()).toMatchObject({ format: 2, cart: second(false) })
  // The previous release, which may run beside this one, finds its own field name.
  expect(await stored()).toMatchObject({ cart: first(false) })
})

const NOW = new Date('2042-03-05T06:00:00Z')
const YEAR = 365
const CARTS = '/storage/synlab/carts'
const DRAFTS = '/storage/synlab/order-details'

/** A record last changed this many days before `NOW`. */
function aged(collection: string, id: string, days: number, owner = 'forgetful') {
  const updatedAt = new Date(NOW.getTime() - days * 86_400_000)
  return {
    key: `${collection}/${id}`,
    collection,
    owner,
    version: 1,
    body: {},
    createdAt: updatedAt,
    updatedAt,
  }
}

test('a cart unused for a year is deleted with its draft, and stays while either of them is in use', async () => {
  const { queries } = storefront.database
  await queries
    .insert(records)
    .values([
      aged(CARTS, 'unused', YEAR + 1),
      aged(DRAFTS, 'unused', YEAR + 2),
      aged(CARTS, 'in-use', YEAR - 1),
      aged(CARTS, 'with-draft', YEAR + 1),
      aged(DRAFTS, 'with-draft', 1),
      aged(CARTS, 'of-another', YEAR + 1, 'another'),
      aged(CARTS, 'kept', 3 * YEAR, 'restricted'),
      ...Array.from({ length: 1_200 }, (_, index) => aged(CARTS, `old-${index}`, 2 * YEAR)),
    ])
  const keptOf = async (owners: string[]) => owners.filter((owner) => owner === 'restricted')
  expect(await deleteUnusedRecords({ queries, now: NOW, keptOf })).toBe(1_203)
  const left = await queries.select({ key: records.key }).from(records).orderBy(records.key)
  expect(left.map(({ key }) => key)).toEqual([
    `${CARTS}/in-use`,
    `${CARTS}/kept`,
    `${CARTS}/with-draft`,
    `${DRAFTS}/with-draft`,
  ])
  expect(await deleteUnusedRecords({ queries, now: NOW, keptOf })).toBe(0)
})

test('an account has at most twenty carts: a new one replaces the one unused longest', async () => {
  const { queries } = storefront.database
  const customer = await storefront.customer()
  const analysisId = storefront.analysisId('1252')
  const ids = Array.from({ length: RECORDS_OF_AN_OWNER + 3 }, (_, index) => `header-${index}`)
  for (const [index, cartStorageId] of ids.entries()) {
    const now = () => new Date(NOW.getTime() + index * 1_000)
    const shop = storefront.shopOf(customer, { cartStorageId, now })
    await addToCart({ shop, analysisId, patientIds: [customer.patientId] })
  }
  const owner = customer.user.id
  const kept = await queries.select({ key: records.key }).from(records).where(eq(records.owner, owner))
  expect(kept.map(({ key }) => key).sort()).toEqual(
    ids
      .slice(3)
      .map((id) => `${CARTS}/${id}`)
      .sort(),
  )
})
