import type { Order } from '@shop/contract/orders'
import { type Customer, pageToken } from '@shop/laboratory-api/orders/testing/order-fixture'
import { createStaff, everywhere } from '@shop/laboratory-api/staff/testing/staff-fixture'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  BRANCH,
  HOME_LABORATORY,
  openTestStorefront,
  type TestStorefront,
} from '../../server/testing/open-test-storefront.ts'
import { addProfileToCart } from '../cart/add-to-cart.server.ts'
import { loadCart } from '../cart/load-cart.server.ts'
import { changeCart, openCart } from '../cart/open-cart.server.ts'
import { orderAgain } from '../orders/change-order.server.ts'
import type { StoredRecord } from '../platform/records/record-store.server.ts'
import { records } from '../platform/records/tables.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { createOrder } from './create-order.server.ts'
import { loadDataConfirmed } from './data-confirmed.server.ts'
import { getDetails, setFeedback, setHomeCall, setVisitTime } from './order-details.server.ts'

/** Tuesday; the tests' clock is set to Monday, 5 March 2040, 9:00 in Minsk. */
const TUESDAY = '2040-03-06'
const ADDRESS = {
  locality: 'Минск',
  street: 'улица Сурганова',
  houseNumber: '42',
  entranceNumber: '2',
  floorNumber: '4',
  apartmentNumber: '57',
  addressNotes: '',
}
const CALL = {
  callableRegionId: 1,
  address: ADDRESS,
  phone: '+375290001234',
  visitDate: `${TUESDAY}T08:00:00+03:00`,
}

let storefront: TestStorefront
beforeAll(async () => {
  storefront = await openTestStorefront()
})
afterAll(() => storefront.close())

let minutes = 0
/** A different time at the branch for each test. */
function nextTime(): string {
  const start = Date.parse(`${TUESDAY}T07:00:00+03:00`) + 15 * 60_000 * minutes++
  return new Date(start).toISOString()
}

/** Puts analyses directly into the cart, bypassing the page. */
function fill(shop: Shop, patientId: string, codes: string[]) {
  const analysisIds = codes.map((code) => storefront.analysisId(code)).toSorted((a, b) => a - b)
  return changeCart(shop, ({ records }) => ({
    cart: { ...records.cart.body.cart, analysisIdsByPatientId: { [patientId]: analysisIds } },
    result: undefined,
  }))
}

/** A customer with ferritin for Anna and a time at the branch. */
async function readyCustomer(): Promise<{ customer: Customer; shop: Shop; time: string }> {
  const customer = await storefront.customer()
  const shop = storefront.shopOf(customer)
  await fill(shop, customer.patientId, ['1252'])
  const time = nextTime()
  await setVisitTime({ shop, start: time })
  return { customer, shop, time }
}

/** Restores a record, including its version. */
async function putBack({ key, body, version }: StoredRecord): Promise<void> {
  await storefront.database.queries.update(records).set({ body, version }).where(eq(records.key, key))
}

async function ordersOf(customer: Customer): Promise<Order[]> {
  const list = await customer.client.orders()
  return Promise.all(list.map(({ id }) => customer.client.order(id)))
}

test('a guest’s order details are empty', async () => {
  const details = await getDetails({ shop: storefront.shopOf() })
  expect(details).toMatchObject({ nurseCheckoutDate: null, orderTotal: { price: 0, currency: 'BYN' } })
})

test('a time at the branch is kept in the business zone', { tags: ['SPEC-3-DETAILS-DATE'] }, async () => {
  const { shop } = await readyCustomer()
  const details = await setVisitTime({ shop, start: `${TUESDAY}T16:00:00Z` })
  expect(details.nurseCheckoutDate).toBe(`${TUESDAY}T19:00:00+03:00`)
  expect(await getDetails({ shop: { ...shop } })).toEqual(details)
})

test.each([
  ['in the past', '2040-03-05T05:00:00Z', 'visit_in_the_past'],
  ['off the grid', `${TUESDAY}T07:05:00Z`, 'visit_off_the_grid'],
  ['beyond thirty days', '2040-05-01T07:00:00Z', 'visit_beyond_horizon'],
])('a time %s is refused', async (_, start, code) => {
  const { shop } = await readyCustomer()
  await expect(setVisitTime({ shop, start })).rejects.toMatchObject({ code })
})

test('a home visit’s price is added to the total', {
  tags: ['SPEC-3-DETAILS-CALL', 'SPEC-3-ORDER-DELIVERY', 'SPEC-3-DETAILS-TOTAL'],
}, async () => {
  const customer = await storefront.customer()
  const shop = storefront.shopOf(customer, { activeLaboratoryId: String(HOME_LABORATORY) })
  await fill(shop, customer.patientId, ['1252'])
  const details = await setHomeCall({ shop, callStructureParams: CALL })
  expect(details.deliveryPrice).toEqual({ price: 33, currency: 'BYN' })
  expect(details.orderTotal).toEqual({ price: 56.8, currency: 'BYN' })
  expect(details.calculatedCallStructure).toEqual({ ...CALL, regionName: 'Minsk' })
})

test.each([
  ['to an unknown region', { callableRegionId: 999 }, 'invalid_fields'],
  ['on Sunday', { visitDate: '2040-03-11T08:00:00+03:00' }, 'visit_day_off'],
])('a home visit %s is refused', async (_, wrong, code) => {
  const customer = await storefront.customer()
  const shop = storefront.shopOf(customer, { activeLaboratoryId: String(HOME_LABORATORY) })
  const callStructureParams = { ...CALL, ...wrong }
  await expect(setHomeCall({ shop, callStructureParams })).rejects.toMatchObject({ code })
})

test('a time chosen at one laboratory does not apply at another', async () => {
  const { customer, shop } = await readyCustomer()
  const elsewhere = storefront.shopOf(customer, { activeLaboratoryId: '2' })
  expect((await getDetails({ shop: elsewhere })).nurseCheckoutDate).toBeNull()
  const creating = createOrder({ shop: elsewhere, laboratoryId: 2 })
  await expect(creating).rejects.toMatchObject({ code: 'visit_not_chosen' })
  expect((await getDetails({ shop })).nurseCheckoutDate).not.toBeNull()
})

test('an order is made from the cart, which is empty afterwards', async () => {
  const { customer, shop, time } = await readyCustomer()
  await setFeedback({ shop, feedback: { useEmail: true, usePhone: false, contactPhone: '' } })
  const { redirectUrl, orderId } = await createOrder({ shop, laboratoryId: BRANCH })
  expect(new URL(redirectUrl).host).toBe(new URL(storefront.laboratory.bepaid.url).host)
  const [order] = await ordersOf(customer)
  expect(order).toMatchObject({
    id: orderId,
    total: { price: 23.8, currency: 'BYN' },
    feedback: { useEmail: true, usePhone: false },
  })
  expect(Date.parse(order!.visit.start)).toBe(Date.parse(time))
  const after = await openCart(storefront.shopOf(customer))
  expect(after.records.cart.body.cart.analysisIdsByPatientId).toEqual({})
  expect(after.records.draft.body.chosenTime).toBeNull()
})

test('repeated submissions, concurrent or later, make one order with one payment page', async () => {
  const { customer, shop } = await readyCustomer()
  const create = () => createOrder({ shop: { ...shop }, laboratoryId: BRANCH })
  const [first, second] = await Promise.all([create(), create()])
  const third = await create()
  expect(second).toEqual(first)
  expect(third).toEqual(first)
  expect(await ordersOf(customer)).toHaveLength(1)
})

test('after the order was cancelled, or at another laboratory, an empty cart cannot be ordered', async () => {
  const { customer, shop } = await readyCustomer()
  const { orderId } = await createOrder({ shop, laboratoryId: BRANCH })
  const elsewhere = createOrder({ shop, laboratoryId: BRANCH + 1 })
  await expect(elsewhere).rejects.toMatchObject({ code: 'cart_empty', status: 409 })
  await customer.client.cancelOrder(orderId)
  const again = createOrder({ shop, laboratoryId: BRANCH })
  await expect(again).rejects.toMatchObject({ code: 'cart_empty', status: 409 })
})

test('after the order was paid an empty cart cannot be ordered', async () => {
  const { shop } = await readyCustomer()
  const { redirectUrl } = await createOrder({ shop, laboratoryId: BRANCH })
  const { laboratory } = storefront
  await laboratory.notify(laboratory.bepaid.notification(pageToken(redirectUrl)))
  const again = createOrder({ shop, laboratoryId: BRANCH })
  await expect(again).rejects.toMatchObject({ code: 'cart_empty', status: 409 })
})

test('after a crash before the cart is emptied, ordering again makes no second order', async () => {
  const { customer, shop } = await readyCustomer()
  const before = await openCart(shop)
  const { orderId } = await createOrder({ shop, laboratoryId: BRANCH })
  // The record with its earlier version, as if the cart had never been emptied.
  await putBack(before.records.cart)
  await putBack(before.records.draft)
  expect((await createOrder({ shop, laboratoryId: BRANCH })).orderId).toBe(orderId)
  expect(await ordersOf(customer)).toHaveLength(1)
})

test('after a crash before the cart is emptied, a newly chosen time still leads to the existing order', async () => {
  const { customer, shop } = await readyCustomer()
  const before = await openCart(shop)
  const { orderId } = await createOrder({ shop, laboratoryId: BRANCH })
  await putBack(before.records.cart)
  await setVisitTime({ shop, start: nextTime() })
  const again = await createOrder({ shop, laboratoryId: BRANCH })
  expect(again.orderId).toBe(orderId)
  expect(again.redirectUrl).toContain(orderId)
  expect(await ordersOf(customer)).toHaveLength(1)
})

test('a profile keeps its name from the cart through the Confirm step to the order, and when ordered again', async () => {
  const customer = await storefront.customer()
  const shop = storefront.shopOf(customer)
  const [profile] = await shop.api.profiles({ laboratoryId: BRANCH })
  const { id, name, labServices } = profile!
  const patientIds = [customer.patientId]
  const asked = await addProfileToCart({ shop, profileId: id, patientIds })
  const requests =
    'optionalMaterialDecisionRequestMap' in asked ? asked.optionalMaterialDecisionRequestMap : {}
  const decisions = Object.fromEntries(
    Object.entries(requests).map(([patientId, ofPatient]) => [
      patientId,
      Object.fromEntries(Object.keys(ofPatient).map((materialId) => [materialId, true])),
    ]),
  )
  const answer = await addProfileToCart({ shop, profileId: id, patientIds, materialDecisions: decisions })
  const analysisIds = labServices.map((analysis) => analysis.id).toSorted((a, b) => a - b)
  expect(answer).toMatchObject({
    cart: { profilesByPatientId: { [customer.patientId]: [{ id, name, analysisIds }] } },
  })
  await setVisitTime({ shop, start: nextTime() })
  expect((await loadDataConfirmed(shop)).patients[0]?.groups).toEqual([
    { profile: name, tests: expect.toSatisfy((tests: string[]) => tests.length === analysisIds.length) },
  ])
  const { orderId } = await createOrder({ shop, laboratoryId: BRANCH })
  const [order] = await ordersOf(customer)
  expect(order?.patients[0]?.profiles).toEqual([{ id, name, analysisIds }])
  expect(await orderAgain({ shop, orderId })).toBe('reordered')
  expect((await loadCart(shop)).patients[0]?.profiles).toEqual([{ id, name, analysisIds }])
})

test('an empty cart cannot be ordered', async () => {
  const customer = await storefront.customer()
  const creating = createOrder({ shop: storefront.shopOf(customer), laboratoryId: BRANCH })
  await expect(creating).rejects.toMatchObject({ code: 'cart_empty' })
})

test('an order needs a confirmed e-mail address', async () => {
  const user = await storefront.laboratory.api.registerUser()
  const { id } = await storefront.laboratory.api.createPatient(user)
  const shop = storefront.shopOf(user)
  await fill(shop, id, ['1252'])
  await setVisitTime({ shop, start: nextTime() })
  const creating = createOrder({ shop, laboratoryId: BRANCH })
  await expect(creating).rejects.toMatchObject({ code: 'email_not_confirmed' })
})

test('a total other than the one seen is refused', async () => {
  const { shop } = await readyCustomer()
  const creating = createOrder({ shop, laboratoryId: BRANCH, seenTotal: 2379 })
  await expect(creating).rejects.toMatchObject({ code: 'price_changed' })
  expect(await createOrder({ shop, laboratoryId: BRANCH, seenTotal: 2380 })).toHaveProperty('redirectUrl')
})

test('a price that has changed since the line was added is reported with the new cart, and accepted by a second call', async () => {
  const { shop } = await readyCustomer()
  const { cart } = (await openCart(shop)).records
  const id = storefront.analysisId('1252')
  const seenPrices = { ...cart.body.seenPrices!, analyses: { [id]: 1500 } }
  await putBack({ ...cart, body: { ...cart.body, seenPrices } })
  const refused = await createOrder({ shop, laboratoryId: BRANCH }).catch((error) => error)
  expect(refused).toMatchObject({ code: 'price_changed' })
  expect(refused.details.extension).toMatchObject({
    status: 'calculated',
    cart: { cartTotal: { price: 23.8, currency: 'BYN' } },
  })
  expect(await createOrder({ shop, laboratoryId: BRANCH })).toHaveProperty('redirectUrl')
})

test('when three customers order the last two places, one of them is refused because the time is taken', async () => {
  const people = await Promise.all([readyCustomer(), readyCustomer(), readyCustomer()])
  const time = nextTime()
  for (const { shop } of people) await setVisitTime({ shop, start: time })
  const orders = await Promise.allSettled(
    people.map(({ shop }) => createOrder({ shop, laboratoryId: BRANCH })),
  )
  const refused = orders.filter((order) => order.status === 'rejected')
  expect(refused.map(({ reason }) => reason.code)).toEqual(['slot_taken'])
  const late = people.find((_, index) => orders[index]?.status === 'rejected')!
  await expect(setVisitTime({ shop: late.shop, start: time })).rejects.toMatchObject({
    code: 'slot_taken',
  })
  const cart = (await openCart(late.shop)).records.cart.body.cart
  expect(Object.values(cart.analysisIdsByPatientId)).toEqual([[storefront.analysisId('1252')]])
})

test('with too many unpaid orders the next one is refused, and its cart stays unchanged', async () => {
  const { customer, shop } = await readyCustomer()
  const { settings } = storefront.laboratory.api.context
  const { unpaidOrderLimit } = settings
  onTestFinished(() => void Object.assign(settings, { unpaidOrderLimit }))
  settings.unpaidOrderLimit = 1
  await createOrder({ shop, laboratoryId: BRANCH })
  await fill(shop, customer.patientId, ['1252'])
  await setVisitTime({ shop, start: nextTime() })
  const again = createOrder({ shop, laboratoryId: BRANCH })
  await expect(again).rejects.toMatchObject({ status: 409, code: 'too_many_unpaid_orders' })
  const { cart } = (await openCart(storefront.shopOf(customer))).records
  expect(cart.body.cart.analysisIdsByPatientId).toEqual({
    [customer.patientId]: [storefront.analysisId('1252')],
  })
})

test('while the payment page is down the order is made and leads to its own page', async () => {
  const { customer, shop } = await readyCustomer()
  storefront.laboratory.bepaid.isDown = true
  const { redirectUrl, orderId } = await createOrder({ shop, laboratoryId: BRANCH }).finally(() => {
    storefront.laboratory.bepaid.isDown = false
  })
  expect(redirectUrl).toBe(`http://shop.example/order/order-submitted?orderId=${orderId}`)
  expect(await ordersOf(customer)).toHaveLength(1)
})

test('an order can be put into the cart again', async () => {
  const { customer, shop } = await readyCustomer()
  const { orderId } = await createOrder({ shop, laboratoryId: BRANCH })
  expect(await orderAgain({ shop, orderId })).toBe('reordered')
  const after = await openCart(shop)
  expect(after.records.cart.body.cart.analysisIdsByPatientId).toEqual({
    [customer.patientId]: [storefront.analysisId('1252')],
  })
})

test('reordering without a patient who was deleted says so, and not that the laboratory offers less', async () => {
  const { customer, shop } = await readyCustomer()
  const { orderId } = await createOrder({ shop, laboratoryId: BRANCH })
  await customer.client.cancelOrder(orderId)
  await customer.client.deletePatient(customer.patientId)
  expect(await orderAgain({ shop, orderId })).toBe('reorderedWithout')
})

test('a stranger’s order cannot be ordered again', async () => {
  const { shop } = await readyCustomer()
  const { orderId } = await createOrder({ shop, laboratoryId: BRANCH })
  const stranger = storefront.shopOf(await storefront.customer())
  await expect(orderAgain({ shop: stranger, orderId })).rejects.toMatchObject({ status: 404 })
})

/** A member of staff who may change the catalogue. */
const atDesk = async () => (await createStaff(storefront.laboratory.api, everywhere('catalogue'))).client

test('an analysis no longer offered stays in the cart, blocks the order, and is sold elsewhere', async () => {
  const { shop, customer } = await readyCustomer()
  const [id, other] = [storefront.analysisId('1252'), storefront.analysisId('1253')]
  await fill(shop, customer.patientId, ['1252', '1253'])
  const client = await atDesk()
  const switchOffer = async (isOffered: boolean) => {
    await client.switchOffer('analysis', id, BRANCH, { isOffered })
    storefront.laboratory.clock.pass(1)
  }
  onTestFinished(() => switchOffer(true))
  await switchOffer(false)
  const open = await openCart(shop)
  expect(open.records.cart.body.cart.analysisIdsByPatientId).toEqual({
    [customer.patientId]: [id, other].toSorted((a, b) => a - b),
  })
  await expect(createOrder({ shop, laboratoryId: BRANCH })).rejects.toMatchObject({
    code: 'cart_not_orderable',
    details: { extension: { obstacles: ['unavailable_lines'] } },
  })
  const elsewhere = storefront.shopOf(customer, { activeLaboratoryId: '2' })
  expect((await openCart(elsewhere)).catalogue.assortment.analyses.has(id)).toBe(true)
  await switchOffer(true)
  expect(await createOrder({ shop, laboratoryId: BRANCH })).toHaveProperty('orderId')
})

test('a cart kept past the day of a price change reports it; an order made before keeps its price', async () => {
  const { clock } = storefront.laboratory
  const { now } = clock
  const earlier = await readyCustomer()
  const late = await readyCustomer()
  const id = storefront.analysisId('1252')
  const client = await atDesk()
  onTestFinished(async () => {
    clock.now = now
    const { coming } = await client.offersOverview()
    for (const { id, version } of coming) await client.removeComingPrice(id, { version })
  })
  await client.planPrices({ priceListId: 1, fromDay: TUESDAY, prices: [{ analysisId: id, price: 21.4 }] })
  expect((await loadDataConfirmed(late.shop)).priceChanges).toEqual([])
  await createOrder({ shop: earlier.shop, laboratoryId: BRANCH })
  // 00:30 on Tuesday in Minsk.
  clock.now = new Date('2040-03-05T21:30:00Z')
  const { priceChanges } = await loadDataConfirmed(late.shop)
  expect(priceChanges).toMatchObject([{ before: { price: 16.9 }, now: { price: 21.4 } }])
  const creating = createOrder({ shop: late.shop, laboratoryId: BRANCH })
  await expect(creating).rejects.toMatchObject({ code: 'price_changed' })
  await createOrder({ shop: late.shop, laboratoryId: BRANCH })
  const totals = await Promise.all(
    [earlier, late].map(async ({ customer }) => (await ordersOf(customer))[0]!.total),
  )
  expect(totals.map(({ price }) => price)).toEqual([23.8, 28.3])
})
