import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Customer, openShop, type Shop } from '../orders/testing/order-fixture.ts'
import { paymentAttempts, paymentEvents, paymentTransactions } from './tables.ts'
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

async function verdict(notification: { headers: Record<string, string>; body: string }) {
  const answer = await shop.notify(notification)
  return answer.status === 200 ? (await answer.json()).verdict : answer.status
}

async function paymentsOf(orderId: string) {
  return database.queries.select().from(paymentTransactions).where(eq(paymentTransactions.orderId, orderId))
}

test('a notification that arrives ten times concurrently settles once', async () => {
  const order = await shop.placeOrder(customer)
  shop.bepaid.conclude(order.token, 'successful')
  const notification = shop.bepaid.notification(order.token)
  const verdicts = await Promise.all(Array.from({ length: 10 }, () => verdict(notification)))
  expect(verdicts.toSorted()).toEqual([...Array(9).fill('repeated'), 'settled'])
  expect(await paymentsOf(order.id)).toHaveLength(1)
  expect((await customer.client.order(order.id)).history).toHaveLength(2)
})

test.each([
  ['another amount', { amount: 2879 }],
  ['another currency', { currency: 'EUR' }],
  ['real money for a test', { test: false }],
])('%s is refused, and support is notified once', async (_, overrides) => {
  const order = await shop.placeOrder(customer)
  shop.bepaid.conclude(order.token, 'successful')
  const notification = shop.bepaid.notification(order.token, overrides)
  expect(await verdict(notification)).toBe('mismatch')
  expect(await verdict(notification)).toBe('mismatch')
  expect(await customer.client.order(order.id)).toMatchObject({ state: 'awaitingPayment' })
  expect(await paymentsOf(order.id)).toEqual([])
  const subject = new RegExp(`Order ${order.number}: a payment does not match`)
  await shop.api.mailServer.take({ to: 'support@shop.example', subject })
  expect(shop.api.mailServer.mails.filter((mail) => subject.test(mail.subject ?? ''))).toHaveLength(1)
})

test('support is notified of money that does not match even if a declined try before it did not match either', async () => {
  const order = await shop.placeOrder(customer)
  for (const outcome of ['failed', 'successful'] as const) {
    shop.bepaid.conclude(order.token, outcome)
    expect(await verdict(shop.bepaid.notification(order.token, { amount: 2879 }))).toBe('mismatch')
  }
  const subject = new RegExp(`Order ${order.number}: a payment does not match`)
  await shop.api.mailServer.take({ to: 'support@shop.example', subject })
})

test('a notification without the right signature and password changes nothing', async () => {
  const order = await shop.placeOrder(customer)
  shop.bepaid.conclude(order.token, 'successful')
  const { headers, body } = shop.bepaid.notification(order.token)
  const forged = [
    { headers: { ...headers, 'content-signature': btoa('no signature') }, body },
    { headers: { ...headers, authorization: 'Basic x' }, body },
    { headers: {}, body },
    { headers, body: body.replace('"successful"', '"successful" ') },
  ]
  for (const notification of forged) expect(await verdict(notification)).toBe(401)
  expect(await customer.client.order(order.id)).toMatchObject({ state: 'awaitingPayment' })
})

test('a signature alone moves no money and ends no page: only the provider’s own answer counts', {
  tags: ['ASVS-11.2.3'],
}, async () => {
  const order = await shop.placeOrder(customer)
  const unpaid = { state: 'awaitingPayment', payment: { state: 'redirected' } }
  // Signed with the provider's own key and sent with the right password, about payments that never happened.
  for (const overrides of [
    { status: 'successful' },
    { status: 'successful', amount: 1 },
    { status: 'successful', uid: 'c0ffee00-0000-4000-8000-000000000000' },
  ]) {
    expect(await verdict(shop.bepaid.forgedNotification(order.token, overrides))).toBe(502)
  }
  for (const status of ['failed', 'expired', 'pending'])
    expect(await verdict(shop.bepaid.forgedNotification(order.token, { status }))).toBe('waiting')
  expect(await customer.client.order(order.id)).toMatchObject(unpaid)
  expect(await paymentsOf(order.id)).toEqual([])
  // None of it gets in the way of the real payment, whose sum also comes from the provider's answer.
  shop.bepaid.conclude(order.token, 'successful')
  const other = shop.bepaid.forgedNotification(order.token, { amount: 1, uid: 'another' })
  expect(await verdict(other)).toBe('settled')
  expect(await verdict(shop.bepaid.notification(order.token))).toBe('repeated')
  expect(await paymentsOf(order.id)).toMatchObject([
    { transactionId: shop.bepaid.pages.get(order.token)!.payment!.uid, kind: 'settled' },
  ])
})

test('a declined try is reported, and a success on the same page still pays', async () => {
  const order = await shop.placeOrder(customer)
  shop.bepaid.conclude(order.token, 'failed')
  expect(await verdict(shop.bepaid.notification(order.token))).toBe('failedTry')
  expect(await customer.client.order(order.id)).toMatchObject({ payment: { state: 'failed' } })
  shop.bepaid.conclude(order.token, 'successful')
  expect(await verdict(shop.bepaid.notification(order.token))).toBe('settled')
  expect(await customer.client.order(order.id)).toMatchObject({ state: 'paid', payment: { state: 'paid' } })
})

test('a decline that arrives after the success changes nothing', async () => {
  const order = await shop.placeOrder(customer)
  shop.bepaid.conclude(order.token, 'failed')
  const declined = shop.bepaid.notification(order.token)
  shop.bepaid.conclude(order.token, 'successful')
  expect(await verdict(shop.bepaid.notification(order.token))).toBe('settled')
  // The page is paid, whatever was reported about it before.
  expect(await verdict(declined)).toBe('repeated')
  expect(await customer.client.order(order.id)).toMatchObject({ state: 'paid', payment: { state: 'paid' } })
})

test('a pending payment waits', async () => {
  const order = await shop.placeOrder(customer)
  shop.bepaid.conclude(order.token, 'pending')
  expect(await verdict(shop.bepaid.notification(order.token))).toBe('waiting')
  expect(await customer.client.order(order.id)).toMatchObject({
    state: 'awaitingPayment',
    payment: { state: 'redirected' },
  })
})

test('a second payment is recorded, flagged and reported to both sides', async () => {
  const own = await shop.customer()
  const order = await shop.placeOrder(own)
  shop.bepaid.conclude(order.token, 'successful')
  expect(await verdict(shop.bepaid.notification(order.token))).toBe('settled')
  shop.bepaid.conclude(order.token, 'successful')
  expect(await verdict(shop.bepaid.notification(order.token))).toBe('secondPayment')
  const shown = await own.client.order(order.id)
  expect(shown).toMatchObject({ state: 'paid', payment: { state: 'paid', refundDue: true } })
  expect(shown.history.map(({ cause }) => cause)).toEqual(['created', 'paymentSettled', 'secondPayment'])
  expect((await paymentsOf(order.id)).map(({ kind }) => kind).toSorted()).toEqual(['second', 'settled'])
  const subject = new RegExp(order.number)
  await shop.api.mailServer.take({ to: 'support@shop.example', subject })
  const mail = await shop.api.mailServer.take({ to: own.user.email, subject: /we will refund a payment/ })
  expect(mail.text).toContain('second payment')
})

test('a payment of a cancelled order is recorded and must be refunded', async () => {
  const order = await shop.placeOrder(customer)
  await customer.client.cancelOrder(order.id)
  shop.bepaid.conclude(order.token, 'successful')
  expect(await verdict(shop.bepaid.notification(order.token))).toBe('latePayment')
  expect(await customer.client.order(order.id)).toMatchObject({
    state: 'cancelled',
    payment: { state: 'paid', refundDue: true },
  })
})

test('an authentic notification about an unknown attempt, or not about a payment, is answered', async () => {
  const order = await shop.placeOrder(customer)
  for (const tracking_id of ['0198a5f0-0000-7000-8000-000000000000', 'somebody else’s', null])
    expect(await verdict(shop.bepaid.notification(order.token, { tracking_id }))).toBe('unknownAttempt')
  expect(await verdict(shop.bepaid.notification(order.token, { type: 'refund' }))).toBe('ignored')
})

test('events are kept with their verdict and without the card holder', async () => {
  const order = await shop.placeOrder(customer)
  shop.bepaid.conclude(order.token, 'successful')
  const [attempt] = await database.queries
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, order.id))
  await verdict(shop.bepaid.notification(order.token))
  const events = await database.queries
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.attemptId, attempt!.id))
  expect(events).toMatchObject([{ verdict: 'settled', source: 'notification', provider: 'bepaid' }])
  expect(events[0]?.body).toContain('"last_4":"0000"')
  expect(events[0]?.body).not.toMatch(/PETROVA|anna@example|card-token/)
})

test('the endpoint of the other provider is closed', async () => {
  expect((await shop.notify({ headers: {}, body: '{}' }, 'stripe')).status).toBe(404)
})

test('the log contains ids and verdicts but no person', async () => {
  const order = await shop.placeOrder(customer)
  shop.bepaid.conclude(order.token, 'successful')
  await verdict(shop.bepaid.notification(order.token))
  const lines = JSON.stringify(shop.api.logLines)
  expect(lines).toContain('"verdict":"settled"')
  expect(lines).not.toMatch(/Kowalska|PETROVA|@mail\.example/)
})
