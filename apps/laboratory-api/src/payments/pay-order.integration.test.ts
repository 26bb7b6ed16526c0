import { randomUUID } from 'node:crypto'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { ATTEMPT_LIMITS } from '../limits.ts'
import { type Customer, openShop, pageToken, type Shop } from '../orders/testing/order-fixture.ts'
import { paymentAttempts } from './tables.ts'
import { expectSoundBooks } from './testing/expect-sound-books.ts'

let database: TestDatabase
let shop: Shop
let customer: Customer
beforeAll(async () => {
  database = await openTestDatabase()
  shop = await openShop(database)
  customer = await shop.customer()
})
afterAll(async () => {
  await expectSoundBooks(database)
  await shop.close()
  await database.close()
})

async function attemptStates(orderId: string) {
  const rows = await database.queries
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(paymentAttempts.id)
  return rows.map(({ state }) => state)
}

test('while the page is open, paying leads back to it', async () => {
  const order = await shop.placeOrder(customer)
  expect(await customer.client.payOrder(order.id)).toEqual({ redirectUrl: order.redirectUrl })
  expect(await attemptStates(order.id)).toEqual(['redirected'])
})

test('after a decline or the end of the page there is a new one, for the same total', async () => {
  const order = await shop.placeOrder(customer)
  shop.bepaid.conclude(order.token, 'failed')
  await shop.notify(shop.bepaid.notification(order.token))
  const second = pageToken((await customer.client.payOrder(order.id)).redirectUrl)
  expect(second).not.toBe(order.token)
  expect(shop.bepaid.pages.get(second)?.request.order.amount).toBe(2880)
  shop.bepaid.pages.get(second)!.expired = true
  const third = pageToken((await customer.client.payOrder(order.id)).redirectUrl)
  expect(await attemptStates(order.id)).toEqual(['failed', 'expired', 'redirected'])
  shop.bepaid.conclude(third, 'successful')
  await shop.notify(shop.bepaid.notification(third))
  expect(await customer.client.order(order.id)).toMatchObject({ state: 'paid', payment: { state: 'paid' } })
})

test('a success on the old page pays the order, and one on the new page must then be refunded', async () => {
  const order = await shop.placeOrder(customer)
  shop.bepaid.conclude(order.token, 'failed')
  await shop.notify(shop.bepaid.notification(order.token))
  const second = pageToken((await customer.client.payOrder(order.id)).redirectUrl)
  shop.bepaid.conclude(order.token, 'successful')
  await shop.notify(shop.bepaid.notification(order.token))
  expect(await attemptStates(order.id)).toEqual(['paid', 'expired'])
  shop.bepaid.conclude(second, 'successful')
  await shop.notify(shop.bepaid.notification(second))
  expect(await customer.client.order(order.id)).toMatchObject({
    state: 'paid',
    payment: { refundDue: true },
  })
})

test('paying again after a payment is refused, even before the notification', async () => {
  const order = await shop.placeOrder(customer)
  shop.bepaid.conclude(order.token, 'successful')
  await expect(customer.client.payOrder(order.id)).rejects.toMatchObject({
    status: 409,
    code: 'order_not_payable',
  })
  expect(await customer.client.order(order.id)).toMatchObject({ state: 'paid' })
})

test('paying again is refused if another card has paid on the page of a declined try', async () => {
  const order = await shop.placeOrder(customer)
  shop.bepaid.conclude(order.token, 'failed')
  await shop.notify(shop.bepaid.notification(order.token))
  shop.bepaid.conclude(order.token, 'successful')
  await expect(customer.client.payOrder(order.id)).rejects.toMatchObject({ code: 'order_not_payable' })
  expect(await customer.client.order(order.id)).toMatchObject({ state: 'paid' })
})

test('a page that the provider calls finished without a payment is replaced by a new one', async () => {
  const order = await shop.placeOrder(customer)
  shop.bepaid.pages.get(order.token)!.finished = true
  expect(pageToken((await customer.client.payOrder(order.id)).redirectUrl)).not.toBe(order.token)
  expect(await attemptStates(order.id)).toEqual(['expired', 'redirected'])
})

test('ten concurrent clicks open one page', async () => {
  const order = await shop.placeOrder(customer)
  shop.bepaid.conclude(order.token, 'failed')
  await shop.notify(shop.bepaid.notification(order.token))
  const answers = await Promise.all(Array.from({ length: 10 }, () => customer.client.payOrder(order.id)))
  expect(new Set(answers.map(({ redirectUrl }) => redirectUrl)).size).toBe(1)
  expect(await attemptStates(order.id)).toEqual(['failed', 'redirected'])
})

test('an order that is over, late or someone else’s cannot be paid', async () => {
  const notPayable = { status: 409, code: 'order_not_payable' }
  const cancelled = await shop.placeOrder(customer)
  await customer.client.cancelOrder(cancelled.id)
  await expect(customer.client.payOrder(cancelled.id)).rejects.toMatchObject(notPayable)
  const late = await shop.placeOrder(customer)
  const stranger = await shop.customer()
  await expect(stranger.client.payOrder(late.id)).rejects.toMatchObject({ status: 404, code: 'not_found' })
  shop.clock.pass(31)
  await expect(customer.client.payOrder(late.id)).rejects.toMatchObject(notPayable)
})

test('while the provider is down, the answer says so and nothing is lost', async () => {
  const order = await shop.placeOrder(customer)
  shop.bepaid.isDown = true
  await expect(customer.client.payOrder(order.id)).rejects.toMatchObject({
    status: 502,
    code: 'payment_provider_unavailable',
  })
  shop.bepaid.isDown = false
  expect(await customer.client.payOrder(order.id)).toEqual({ redirectUrl: order.redirectUrl })
})

test('an unpaid order is cancelled only once, and only by its owner', async () => {
  const order = await shop.placeOrder(customer)
  const stranger = await shop.customer()
  await expect(stranger.client.cancelOrder(order.id)).rejects.toMatchObject({ status: 404 })
  await expect(stranger.client.order(order.id)).rejects.toMatchObject({ status: 404 })
  expect(await customer.client.cancelOrder(order.id)).toMatchObject({
    state: 'cancelled',
    payment: { state: 'cancelled' },
  })
  await expect(customer.client.cancelOrder(order.id)).rejects.toMatchObject({
    status: 409,
    code: 'order_not_cancellable',
  })
})

/** Uses up the account's tries of the present hour. */
async function useUp(limit: 'paymentPagePerAccount' | 'paymentCheckPerAccount', { user }: Customer) {
  const { limits } = shop.api.context
  for (let used = 0; used < ATTEMPT_LIMITS[limit].points; used++) await limits.consume(limit, user.id)
}

test('an account that asks for payment pages without end is refused, and its order can still be paid', {
  tags: ['ASVS-2.4.1'],
}, async () => {
  const own = await shop.customer()
  const order = await shop.placeOrder(own)
  await useUp('paymentPagePerAccount', own)
  await expect(own.client.payOrder(order.id)).rejects.toMatchObject({
    status: 429,
    code: 'too_many_requests',
    retryAfter: expect.any(Number),
  })
  shop.bepaid.conclude(order.token, 'successful')
  expect(await own.client.checkPayment(order.id)).toMatchObject({ state: 'paid' })
})

test('an order that is sent again without end asks the provider for no further page', {
  tags: ['ASVS-2.4.1'],
}, async () => {
  const own = await shop.customer()
  const request = shop.orderOf(own)
  const key = randomUUID()
  onTestFinished(() => void Object.assign(shop.bepaid, { isDown: false }))
  shop.bepaid.isDown = true
  const { id } = await own.client.createOrder(request, key)
  shop.bepaid.isDown = false
  await useUp('paymentPagePerAccount', own)
  const again = await own.client.createOrder(request, key)
  expect(again.redirectUrl).toBe(`http://shop.example/order/order-submitted?orderId=${id}`)
})

test('for an account that asks without end the provider is no longer asked, and its notification still settles', {
  tags: ['ASVS-2.4.1'],
}, async () => {
  const own = await shop.customer()
  const order = await shop.placeOrder(own)
  await useUp('paymentCheckPerAccount', own)
  shop.bepaid.conclude(order.token, 'successful')
  expect(await own.client.checkPayment(order.id)).toMatchObject({ state: 'awaitingPayment' })
  await shop.notify(shop.bepaid.notification(order.token))
  expect(await own.client.checkPayment(order.id)).toMatchObject({ state: 'paid' })
})
