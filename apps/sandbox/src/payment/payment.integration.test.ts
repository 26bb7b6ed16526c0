import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPaymentClient, SHOP_BASIC, testOrder } from '../testing/payment-client.ts'
import { startTestSandbox, type TestSandbox } from '../testing/start-test-sandbox.ts'
import { startTestShop } from '../testing/start-test-shop.ts'

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

test('an opened checkout has a page with amount, order and three buttons', async () => {
  const answer = await client.post('/ctp/api/checkouts', {
    checkout: { transaction_type: 'payment', test: true, order: testOrder(), settings: client.settings() },
  })
  const { token, redirect_url } = (await answer.json()).checkout
  expect(redirect_url).toBe(`${sandbox.url}/payment/checkouts/${token}`)
  const page = await fetch(redirect_url)
  const text = await page.text()
  expect(text).toContain('32.45\u00a0BYN')
  expect(text).toContain('Order 1042')
  expect(text.match(/<button/g)).toHaveLength(3)
  expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'; style-src 'sha256-/)
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://shop.example;")
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
})

test('pressing Pay notifies the shop first and then leads back to it', async () => {
  const { token } = await client.open()
  const answer = await client.press(token, 'successful')
  expect(answer.status).toBe(303)
  const [notification] = shop.received
  expect(notification).toMatchObject({ authorization: SHOP_BASIC, signed: true })
  expect(notification!.transaction!).toMatchObject({
    status: 'successful',
    type: 'payment',
    amount: 3245,
    currency: 'BYN',
    tracking_id: 'attempt-1',
    test: true,
  })
  expect(answer.headers.get('location')).toBe(
    `http://shop.example/paid?order=1042&token=${token}&status=successful&uid=${notification!.transaction!.uid}`,
  )
  expect(await client.query(token)).toMatchObject({ status: 'successful', finished: true, expired: false })
})

test('pressing Decline leads to decline_url, and a later attempt may succeed', async () => {
  const { token } = await client.open({ attempts: 2 })
  const declined = await client.press(token, 'failed')
  expect(declined.headers.get('location')).toMatch(/^http:\/\/shop\.example\/declined\?.*status=failed/)
  expect(await client.query(token)).toMatchObject({ status: 'failed', finished: false })
  expect((await client.press(token, 'successful')).headers.get('location')).toMatch(
    /^http:\/\/shop\.example\/paid/,
  )
  expect(shop.received.map(({ transaction }) => transaction!.status)).toEqual(['failed', 'successful'])
})

test('pressing Close leads to cancel_url, notifies no one and leaves the checkout open', async () => {
  const { token } = await client.open()
  const answer = await client.press(token, 'closed')
  expect(answer.headers.get('location')).toBe(
    `http://shop.example/cancelled?token=${token}&status=incomplete`,
  )
  expect(shop.received).toEqual([])
  expect(await client.query(token)).toMatchObject({
    status: 'incomplete',
    finished: false,
    gateway_response: null,
  })
})

test('return_url overrides the other addresses', async () => {
  const { token } = await client.open({
    settings: client.settings({ return_url: 'http://shop.example/back' }),
  })
  expect((await client.press(token, 'failed')).headers.get('location')).toMatch(
    /^http:\/\/shop\.example\/back\?/,
  )
})

test('a checkout without addresses stays on its own page and says what happened', async () => {
  const { token } = await client.open({ settings: {} })
  const answer = await client.press(token, 'successful')
  expect(answer.headers.get('location')).toMatch(`${sandbox.url}/payment/checkouts/${token}`)
  const text = await (await fetch(answer.headers.get('location')!)).text()
  expect(text).toContain('This payment has been made.')
  expect(text).not.toContain('<button')
})

test.each([
  ['ru', 'Оплатить'],
  ['pl', 'Zapłać'],
  ['be', 'Аплаціць'],
  ['be-BY', 'Аплаціць'],
  ['en', 'Pay'],
  ['xx', 'Pay'],
])('a shop that asks for %s gets a page that says %s', async (language, pay) => {
  const { token } = await client.open({ settings: client.settings({ language }) })
  const text = await client.page(token)
  expect(text).toContain(`lang="${language === 'xx' ? 'en' : language.slice(0, 2)}"`)
  expect(text).toContain(`<button class="primary" name="outcome" value="successful">${pay} `)
})

test('a hundred presses of Pay make one payment', async () => {
  const { token } = await client.open()
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => client.conclude(token, { outcome: 'successful' })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(99)
  expect(shop.received).toHaveLength(1)
})

test('a wrong key, a missing version and wrong fields are refused as by the provider', async () => {
  const checkout = { transaction_type: 'payment', order: testOrder({ amount: 0 }), settings: {} }
  const stranger = await client.post(
    '/ctp/api/checkouts',
    { checkout },
    { headers: { authorization: 'Basic bm8=' } },
  )
  expect([stranger.status, await stranger.json()]).toEqual([
    401,
    { response: { status: 'error', message: 'Unauthorized' } },
  ])
  expect((await client.post('/ctp/api/checkouts', {}, { headers: { 'x-api-version': '1' } })).status).toBe(
    400,
  )
  const wrong = await client.post('/ctp/api/checkouts', { checkout })
  expect([wrong.status, await wrong.json()]).toEqual([
    422,
    { message: 'Amount must be greater than 0.', errors: { amount: ['must be greater than 0'] } },
  ])
  expect((await client.post('/ctp/api/checkouts', undefined)).status).toBe(422)
  expect((await client.call('/ctp/api/checkouts/unknown')).status).toBe(404)
})

test('"never" notifies no one, and a query finds the payment', async () => {
  const { token } = await client.open()
  expect(
    (await client.conclude(token, { outcome: 'successful', notification: 'never' })).body.delivered,
  ).toBe(0)
  expect(shop.received).toEqual([])
  expect((await client.query(token)).gateway_response.payment).toMatchObject({
    status: 'successful',
    amount: 3245,
  })
})

test('"repeated" sends the same notification three times', async () => {
  const { token } = await client.open()
  expect(
    (await client.conclude(token, { outcome: 'successful', notification: 'repeated' })).body.delivered,
  ).toBe(3)
  expect(new Set(shop.received.map(({ transaction }) => transaction!.uid)).size).toBe(1)
  expect(shop.received).toHaveLength(3)
})

test('"wrongAmount" takes an amount other than ordered', async () => {
  const { token } = await client.open()
  await client.conclude(token, { outcome: 'successful', notification: 'wrongAmount' })
  expect(shop.received[0]).toMatchObject({ signed: true, transaction: { amount: 3246 } })
  expect((await client.query(token)).gateway_response.payment.amount).toBe(3246)
})

test('"badSignature" sends a wrong signature', async () => {
  const { token } = await client.open()
  await client.conclude(token, { outcome: 'successful', notification: 'badSignature' })
  expect(shop.received[0]!.signed).toBe(false)
})

test('refunds together never exceed the payment, and a repeat of the same refund is refused', async () => {
  const { token } = await client.open()
  const { uid } = (await client.conclude(token, { outcome: 'successful' })).body
  const refund = (amount: number) =>
    client.post('/transactions/refunds', { request: { parent_uid: uid, amount, reason: 'Visit cancelled' } })
  const first = await refund(2000)
  expect(first.status).toBe(201)
  expect((await first.json()).transaction).toMatchObject({
    type: 'refund',
    status: 'successful',
    amount: 2000,
    parent_uid: uid,
  })
  expect((await (await refund(2000)).json()).message).toBe('Duplicate refund request')
  expect((await refund(1246)).status).toBe(422)
  expect((await refund(1245)).status).toBe(201)
})

test('repeated and concurrent requests with the same request id are one refund', async () => {
  const { token } = await client.open()
  const { uid } = (await client.conclude(token, { outcome: 'successful' })).body
  const request = { parent_uid: uid, amount: 1000, reason: 'Order 1042' }
  const refund = async (id: string) => {
    const answer = await client.post('/transactions/refunds', { request }, { headers: { RequestID: id } })
    return { status: answer.status, uid: (await answer.json()).transaction?.uid }
  }
  const id = crypto.randomUUID()
  const answers = await Promise.all([refund(id), refund(id), refund(id)])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(answers.map((answer) => answer.uid)).size).toBe(1)
  expect((await refund(crypto.randomUUID())).status).toBe(422)
})

test('a refund of an unpaid checkout is refused', async () => {
  const { token } = await client.open()
  const { uid } = (await client.conclude(token, { outcome: 'failed' })).body
  const request = { parent_uid: uid, amount: 1, reason: 'None' }
  expect((await (await client.post('/transactions/refunds', { request })).json()).errors).toEqual({
    base: ["transaction can't be refunded"],
  })
  const unknown = { ...request, parent_uid: '1-310b0da80b' }
  expect((await client.post('/transactions/refunds', { request: unknown })).status).toBe(422)
})
