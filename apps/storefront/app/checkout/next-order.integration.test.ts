import { createStaff, everywhere } from '@shop/laboratory-api/staff/testing/staff-fixture'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { BRANCH, openTestStorefront, type TestStorefront } from '../../server/testing/open-test-storefront.ts'
import { addToCart } from '../cart/add-to-cart.server.ts'
import { openCart } from '../cart/open-cart.server.ts'
import { deleteUnusedRecords } from '../platform/records/delete-unused-records.server.ts'
import { records } from '../platform/records/tables.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { formOf, outcomeOf, sent } from '../testing/test-shop.ts'
import { createOrder } from './create-order.server.ts'
import { changeDataConfirmed, loadDataConfirmed } from './data-confirmed.server.ts'
import { saveFirstTime, shoppersAt } from './testing/shoppers.ts'

const FERRITIN = '1252'
const ANOTHER = '1253'

let storefront: TestStorefront
beforeAll(async () => {
  storefront = await openTestStorefront()
})
beforeEach(() => storefront.database.queries.delete(records))
afterAll(() => storefront.close())

const { fill, shopperWithTime } = shoppersAt(() => storefront)

const orderedIds = async (shop: Shop) => (await shop.api.orders()).map(({ id }) => id).toSorted()

test('after a pause in which the cart was deleted, the next cart can be ordered too', async () => {
  const { customer, shop } = await shopperWithTime()
  const first = await createOrder({ shop, laboratoryId: BRANCH })
  const { queries } = storefront.database
  const now = new Date(shop.now().getTime() + 366 * 86_400_000)
  expect(await deleteUnusedRecords({ queries, now, keptOf: async () => [] })).toBe(2)
  storefront.laboratory.clock.pass(1)
  await fill(shop, customer.patientId)
  await saveFirstTime(shop)
  const second = await createOrder({ shop, laboratoryId: BRANCH })
  expect(await orderedIds(shop)).toEqual([first.orderId, second.orderId].toSorted())
})

test('an order older than the cart’s version is not taken for this cart’s order', async () => {
  const { customer, shop } = await shopperWithTime()
  const { key, version } = (await openCart(shop)).records.cart
  await createOrder({ shop, laboratoryId: BRANCH })
  storefront.laboratory.clock.pass(1)
  await fill(shop, customer.patientId, [ANOTHER])
  await saveFirstTime(shop)
  // As the previous release starts a new cart.
  await storefront.database.queries.update(records).set({ version }).where(eq(records.key, key))
  const again = createOrder({ shop, laboratoryId: BRANCH })
  await expect(again).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  const { cart } = (await openCart(shop)).records.cart.body
  expect(cart.analysisIdsByPatientId).toEqual({ [customer.patientId]: [storefront.analysisId(ANOTHER)] })
})

test('a cart that another device fills while an order is made stays as it is, and the ordered one is emptied', async () => {
  const { customer, shop } = await shopperWithTime()
  const { cartId } = (await openCart(shop)).records
  const there: Shop = { ...shop, cartStorageId: 'of-another-device' }
  const api: Shop['api'] = {
    ...shop.api,
    async createOrder(...order) {
      storefront.laboratory.clock.pass(1)
      await fill(there, customer.patientId)
      await saveFirstTime(there)
      return shop.api.createOrder(...order)
    },
  }
  const { orderId } = await createOrder({ shop: { ...shop, api }, laboratoryId: BRANCH })
  const ordered = (await openCart({ ...shop, cartStorageId: cartId })).records
  expect(ordered.cart.body.cart.analysisIdsByPatientId).toEqual({})
  expect(ordered.draft.body).toMatchObject({ chosenTime: null, lastOrder: { id: orderId } })
  const { cart, draft } = (await openCart(there)).records
  expect(cart.body.cart.analysisIdsByPatientId).toEqual({
    [customer.patientId]: [storefront.analysisId(FERRITIN)],
  })
  expect(draft.body.chosenTime).not.toBeNull()
  expect(draft.body.lastOrder).toBeNull()
})

test('a price change after an order is not reported as a change for the next cart', async () => {
  const { customer, shop } = await shopperWithTime()
  const analysisId = storefront.analysisId(FERRITIN)
  const { client } = await createStaff(storefront.laboratory.api, everywhere('catalogue'))
  const prices = [{ analysisId, price: 21.4 }]
  const { clock } = storefront.laboratory
  const { now } = clock
  onTestFinished(async () => {
    clock.now = now
    const { coming } = await client.offersOverview()
    for (const { id, version } of coming) await client.removeComingPrice(id, { version })
  })
  await client.planPrices({ priceListId: 1, fromDay: '2040-03-06', prices })
  await createOrder({ shop, laboratoryId: BRANCH })
  // 00:30 on Tuesday in Minsk.
  clock.now = new Date('2040-03-05T21:30:00Z')
  await addToCart({ shop, analysisId, patientIds: [customer.patientId] })
  await saveFirstTime(shop)
  const { priceChanges, patients } = await loadDataConfirmed(shop)
  expect(patients).toHaveLength(1)
  expect(priceChanges).toEqual([])
})

test('after many orders within an hour the next is refused with how long to wait, and its cart stays unchanged', async () => {
  const { settings } = storefront.laboratory.api.context
  const { unpaidOrderLimit } = settings
  onTestFinished(() => void Object.assign(settings, { unpaidOrderLimit }))
  settings.unpaidOrderLimit = 1
  const { customer, shop } = await shopperWithTime()
  for (let made = 0; made < 6; made++) {
    const { id } = await storefront.laboratory.placeOrder(customer)
    await customer.client.cancelOrder(id)
  }
  const { seenTotal, seenOrder } = await loadDataConfirmed(shop)
  const form = formOf({ laboratoryId: `${BRANCH}`, seenTotal: `${seenTotal}`, seenOrder })
  expect(outcomeOf(await changeDataConfirmed(shop, sent(form)))).toMatchObject({
    status: 429,
    failure: {
      title: { key: 'order.problem.tooManyOrders' },
      reasons: [{ key: 'forms.tooManyTriesMinutes', count: 60 }],
    },
  })
  const { cart } = (await openCart(shop)).records.cart.body
  expect(cart.analysisIdsByPatientId).toEqual({ [customer.patientId]: [storefront.analysisId(FERRITIN)] })
  expect((await loadDataConfirmed(shop)).seenOrder).toBe(seenOrder)
})
