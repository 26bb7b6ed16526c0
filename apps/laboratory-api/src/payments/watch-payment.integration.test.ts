import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { registry } from '@shop/server/metrics'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Customer, openShop, type Shop } from '../orders/testing/order-fixture.ts'
import { paymentAttempts, paymentEvents } from './tables.ts'
import { expectSoundBooks } from './testing/expect-sound-books.ts'
import { WATCH_QUEUE, watchOverdue, watchPayment } from './watch-payment.ts'

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

function look(orderId: string, index: number, since = shop.clock.now) {
  return watchPayment(shop.api.context, { orderId, since: since.toISOString(), look: index })
}

async function plannedLooks(orderId: string) {
  const { rows } = await database.queries.execute<{ look: number; at: string }>(sql`
    select (data ->> 'look')::int as look, start_after::text as at from jobs.job
    where name = ${WATCH_QUEUE} and data ->> 'orderId' = ${orderId} order by start_after`)
  return rows.map((row) => [row.look, new Date(row.at).toISOString()])
}

test('the first look is planned with the order, each further one with the look before it', async () => {
  const since = shop.clock.now
  const { id } = await shop.placeOrder(customer)
  const at = (minutes: number) => new Date(since.getTime() + minutes * 60_000).toISOString()
  expect(await plannedLooks(id)).toEqual([[0, at(1)]])
  await look(id, 0)
  expect(await plannedLooks(id)).toEqual([
    [0, at(1)],
    [1, at(5)],
  ])
})

test('a payment without any notification is found by a query', async () => {
  const order = await shop.placeOrder(customer)
  shop.bepaid.conclude(order.token, 'successful')
  await look(order.id, 0)
  expect(await customer.client.order(order.id)).toMatchObject({ state: 'paid', payment: { state: 'paid' } })
})

test('an unpaid order expires after thirty minutes and frees its place', async () => {
  const start = '2040-03-28T12:00:00+03:00'
  const own = await shop.customer()
  const order = await shop.placeOrder(own, { visit: { kind: 'branch', start } })
  shop.clock.pass(29)
  await look(order.id, 3)
  expect(await own.client.order(order.id)).toMatchObject({ state: 'awaitingPayment' })
  shop.clock.pass(1)
  shop.bepaid.pages.get(order.token)!.expired = true
  await look(order.id, 3)
  const expired = await own.client.order(order.id)
  expect(expired).toMatchObject({ state: 'expired', expiresAt: null, payment: { state: 'expired' } })
  expect(expired.history.map(({ cause }) => cause)).toEqual(['created', 'timeLimit'])
  const [slot] = (
    await shop.api.client().visitSlots({ laboratoryId: 1, from: '2040-03-28', days: 1 })
  ).filter((each) => each.start === start)
  expect(slot?.free).toBe(2)
  const mail = await shop.api.mailServer.take({ to: own.user.email, subject: /has expired/ })
  expect(mail.text).toContain(order.number)
})

test('a payment made in the last minute is found before the order expires', async () => {
  const order = await shop.placeOrder(customer)
  shop.bepaid.conclude(order.token, 'successful')
  shop.clock.pass(31)
  await look(order.id, 3)
  expect(await customer.client.order(order.id)).toMatchObject({ state: 'paid' })
})

test('a payment that the bank confirms after the order has ended is flagged, and looked for until a day later', async () => {
  const since = shop.clock.now
  const order = await shop.placeOrder(customer)
  shop.bepaid.conclude(order.token, 'pending')
  shop.clock.pass(30)
  await look(order.id, 3, since)
  expect(await customer.client.order(order.id)).toMatchObject({ state: 'expired' })
  expect((await plannedLooks(order.id)).at(-1)?.[0]).toBe(4)
  shop.bepaid.conclude(order.token, 'successful')
  shop.clock.pass(30)
  await look(order.id, 4, since)
  const late = await customer.client.order(order.id)
  expect(late).toMatchObject({ state: 'expired', payment: { state: 'paid', refundDue: true } })
  expect(late.history.at(-1)).toMatchObject({ state: 'expired', cause: 'latePayment' })
})

test('while the provider does not answer, an order waits ten minutes longer, and no more', async () => {
  const order = await shop.placeOrder(customer)
  onTestFinished(() => {
    shop.bepaid.isDown = false
  })
  shop.bepaid.isDown = true
  shop.clock.pass(35)
  await look(order.id, 3)
  expect(await customer.client.order(order.id)).toMatchObject({ state: 'awaitingPayment' })
  shop.clock.pass(5)
  await look(order.id, 3)
  expect(await customer.client.order(order.id)).toMatchObject({ state: 'expired' })
})

test('orders that no job looked at are found by the safety net', async () => {
  const unpaid = await shop.placeOrder(customer)
  const paid = await shop.placeOrder(customer)
  shop.bepaid.conclude(paid.token, 'successful')
  await database.queries.execute(sql`delete from jobs.job where name = ${WATCH_QUEUE}`)
  shop.clock.pass(33)
  await watchOverdue(shop.api.context)
  expect(await customer.client.order(unpaid.id)).toMatchObject({ state: 'expired' })
  expect(await customer.client.order(paid.id)).toMatchObject({ state: 'paid' })
})

test('a payment of a different sum is recorded and counted once, however often it is queried, and again when it changes', async () => {
  const counted = async () => {
    const text = await registry.getSingleMetricAsString('payments_total')
    // The registry is the process's: a test of another provider may have run in it before.
    const count = /\{provider="bepaid",verdict="mismatch"\} (\d+)/.exec(text)?.[1]
    return Number(count)
  }
  const before = await counted()
  const order = await shop.placeOrder(customer)
  const page = shop.bepaid.pages.get(order.token)!
  page.request.order.amount = 1
  shop.bepaid.conclude(order.token, 'successful')
  shop.clock.pass(150)
  const verdicts = async () => {
    for (let round = 0; round < 3; round++) await watchOverdue(shop.api.context)
    return database.queries
      .select({ verdict: paymentEvents.verdict })
      .from(paymentEvents)
      .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentEvents.attemptId))
      .where(eq(paymentAttempts.orderId, order.id))
  }
  expect(await verdicts()).toEqual([{ verdict: 'mismatch' }])
  expect(await counted()).toBe(before + 1)
  page.request.order.amount = 2
  expect(await verdicts()).toEqual([{ verdict: 'mismatch' }, { verdict: 'mismatch' }])
  expect(await counted()).toBe(before + 2)
})

test('no further look is planned for a page that the provider called finished', async () => {
  const order = await shop.placeOrder(customer)
  shop.clock.pass(31)
  shop.bepaid.pages.get(order.token)!.expired = true
  await look(order.id, 3)
  const [attempt] = await database.queries
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, order.id))
  expect(attempt?.closedAt).toEqual(shop.clock.now)
  const before = await plannedLooks(order.id)
  await look(order.id, 4)
  expect(await plannedLooks(order.id)).toEqual(before)
})

test('the notification of a page that ended with the time to pay frees the place immediately', async () => {
  const order = await shop.placeOrder(customer)
  shop.clock.pass(30)
  shop.bepaid.pages.get(order.token)!.expired = true
  await shop.notify(shop.bepaid.stateNotification(order.token))
  expect(await customer.client.order(order.id)).toMatchObject({ state: 'expired' })
})

test('the notification of an ended page expires the attempt, but not the order before its time', async () => {
  const order = await shop.placeOrder(customer)
  shop.bepaid.pages.get(order.token)!.expired = true
  expect(await (await shop.notify(shop.bepaid.stateNotification(order.token))).json()).toEqual({
    verdict: 'pageExpired',
  })
  expect(await customer.client.order(order.id)).toMatchObject({
    state: 'awaitingPayment',
    payment: { state: 'expired' },
  })
})
