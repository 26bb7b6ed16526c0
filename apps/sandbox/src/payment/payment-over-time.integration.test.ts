import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SANDBOX_PAYMENT } from '../sandbox-payment.ts'
import { createPaymentClient, SHOP_BASIC, testOrder } from '../testing/payment-client.ts'
import { startTestSandbox, type TestSandbox } from '../testing/start-test-sandbox.ts'
import { startTestShop } from '../testing/start-test-shop.ts'
import { concludeCheckout, recordPayment } from './conclude-checkout.ts'
import { deliverNotifications } from './deliver-notifications.ts'

let sandbox: TestSandbox
let shop: Awaited<ReturnType<typeof startTestShop>>
let client: ReturnType<typeof createPaymentClient>

beforeAll(async () => {
  sandbox = await startTestSandbox()
  shop = await startTestShop()
  client = createPaymentClient(sandbox.url, shop.notificationUrl)
})
afterAll(async () => {
  await sandbox.close()
  await shop.close()
})
beforeEach(() => {
  shop.received.length = 0
  shop.answers.length = 0
})

test('a notification is repeated at growing intervals until the shop answers 200', {
  tags: ['slow'],
}, async () => {
  shop.answers.push(500, 503)
  const { token } = await client.open()
  expect((await client.conclude(token, { outcome: 'successful' })).body.delivered).toBe(0)
  sandbox.passSeconds(3)
  await shop.untilReceived(2)
  sandbox.passSeconds(20)
  await shop.untilReceived(3)
  expect(new Set(shop.received.map(({ transaction }) => transaction!.uid)).size).toBe(1)
})

test('processes that deliver concurrently send a notification once', async () => {
  shop.answers.push(500)
  const { token } = await client.open()
  await client.conclude(token, { outcome: 'successful' })
  sandbox.passSeconds(3)
  const page = {
    ...SANDBOX_PAYMENT,
    database: sandbox.database,
    baseUrl: sandbox.url,
    fetch,
    now: sandbox.now,
  }
  const delivered = await Promise.all(Array.from({ length: 5 }, () => deliverNotifications(page)))
  await shop.untilReceived(2)
  expect(delivered.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1)
  expect(shop.received).toHaveLength(2)
})

test('the writer of a notification sends it first; a concurrent round leaves it alone', async () => {
  const { token } = await client.open()
  const page = { ...SANDBOX_PAYMENT, database: sandbox.database, baseUrl: sandbox.url, now: sandbox.now }
  let beside: number | undefined
  const besideOneAnswer: typeof fetch = async (...call) => {
    beside ??= await deliverNotifications({ ...page, fetch })
    return fetch(...call)
  }
  const concluded = await concludeCheckout(
    { ...page, fetch: besideOneAnswer },
    { token, outcome: 'successful', notification: 'repeated' },
  )
  expect(concluded).toMatchObject({ kind: 'concluded', delivered: 3 })
  expect(beside).toBe(0)
})

test('a notification whose writer died before sending it is still sent', async () => {
  const { token } = await client.open()
  const dying = {
    ...SANDBOX_PAYMENT,
    database: sandbox.database,
    baseUrl: sandbox.url,
    fetch,
    now: sandbox.now,
  }
  await sandbox.database.transaction((queries) =>
    recordPayment({ page: dying, queries, token, outcome: 'successful', notification: 'now' }),
  )
  sandbox.passSeconds(31)
  await shop.untilReceived(1)
  expect(shop.received[0]).toMatchObject({ signed: true })
})

test('an expired checkout cannot be paid and says so', { tags: ['slow'] }, async () => {
  const { token } = await client.open({ order: testOrder({ expired_at: '2026-11-20T12:30:00+03:00' }) })
  sandbox.passSeconds(30 * 60 + 1)
  expect((await client.conclude(token, { outcome: 'successful' })).status).toBe(410)
  expect(await client.query(token)).toMatchObject({ status: 'error', expired: true, finished: false })
  expect(await client.page(token)).toContain('is over')
  await shop.untilReceived(1)
  expect(shop.received).toMatchObject([
    {
      signed: true,
      authorization: SHOP_BASIC,
      body: { token, status: 'error', expired: true, finished: false },
    },
  ])
})

test('"late" stays pending, even after expiry, until it is released', { tags: ['slow'] }, async () => {
  const order = testOrder({ tracking_id: 'attempt-late' })
  const { token } = await client.open({ order })
  sandbox.passSeconds(25 * 60 * 60)
  // Other checkouts may expire in the same moment.
  await expect.poll(() => shop.received.filter(({ body }) => body.token === token)).toHaveLength(1)
  const { body } = await client.conclude(token, { outcome: 'successful', notification: 'late' })
  expect(body).toMatchObject({ status: 'pending', delivered: 0 })
  expect(await client.query(token)).toMatchObject({ status: 'pending', finished: false })
  expect(await client.notify(token)).toEqual({ delivered: 1 })
  const paid = shop.received.filter(({ transaction }) => transaction?.tracking_id === order.tracking_id)
  expect(paid).toMatchObject([{ transaction: { status: 'successful' } }])
  expect(await client.query(token)).toMatchObject({ status: 'successful', finished: true })
  expect(await client.notify(token)).toEqual({ delivered: 0 })
})
