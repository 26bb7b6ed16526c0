import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SANDBOX_PAYMENT } from '../sandbox-payment.ts'
import { startTestSandbox, type TestSandbox } from '../testing/start-test-sandbox.ts'
import { startTestShop } from '../testing/start-test-shop.ts'

let sandbox: TestSandbox
let shop: Awaited<ReturnType<typeof startTestShop>>

beforeAll(async () => {
  sandbox = await startTestSandbox()
  shop = await startTestShop()
})
afterAll(async () => {
  await sandbox.close()
  await shop.close()
})
beforeEach(() => {
  shop.received.length = 0
  shop.answers.length = 0
})

const basic = `Basic ${btoa(`${SANDBOX_PAYMENT.shopId}:${SANDBOX_PAYMENT.secretKey}`)}`

function order(overrides: Record<string, unknown> = {}) {
  return { amount: 3245, currency: 'BYN', description: 'Order 1042', tracking_id: 'attempt-1', ...overrides }
}

function settings(overrides: Record<string, unknown> = {}) {
  return {
    notification_url: shop.notificationUrl,
    success_url: 'http://shop.example/paid?order=1042',
    decline_url: 'http://shop.example/declined',
    cancel_url: 'http://shop.example/cancelled',
    language: 'en',
    ...overrides,
  }
}

function api(path: string, init: RequestInit = {}) {
  const headers = { authorization: basic, 'content-type': 'application/json', 'x-api-version': '2' }
  return fetch(`${sandbox.url}/payment${path}`, { ...init, headers: { ...headers, ...init.headers } })
}

function post(path: string, body: unknown, init: RequestInit = {}) {
  return api(path, { method: 'POST', body: JSON.stringify(body), ...init })
}

async function open(overrides: Record<string, unknown> = {}): Promise<string> {
  const checkout = {
    transaction_type: 'payment',
    test: true,
    order: order(),
    settings: settings(),
    ...overrides,
  }
  const answer = await post('/ctp/api/checkouts', { checkout })
  expect(answer.status).toBe(201)
  return (await answer.json()).checkout.token
}

async function query(token: string) {
  return (await (await api(`/ctp/api/checkouts/${token}`)).json()).checkout
}

async function conclude(token: string, body: Record<string, unknown>) {
  const answer = await post(`/checkouts/${token}`, body)
  return { status: answer.status, body: await answer.json() }
}

function press(token: string, outcome: string) {
  return fetch(`${sandbox.url}/payment/checkouts/${token}`, {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
    redirect: 'manual',
  })
}

test('a checkout is opened and its page shows amount, order and three buttons', async () => {
  const answer = await post('/ctp/api/checkouts', {
    checkout: { transaction_type: 'payment', test: true, order: order(), settings: settings() },
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

test('pressing Pay tells the shop first and then leads back to it', async () => {
  const token = await open()
  const answer = await press(token, 'successful')
  expect(answer.status).toBe(303)
  const [notice] = shop.received
  expect(notice).toMatchObject({ authorization: basic, signed: true })
  expect(notice!.transaction).toMatchObject({
    status: 'successful',
    type: 'payment',
    amount: 3245,
    currency: 'BYN',
    tracking_id: 'attempt-1',
    test: true,
  })
  expect(answer.headers.get('location')).toBe(
    `http://shop.example/paid?order=1042&token=${token}&status=successful&uid=${notice!.transaction.uid}`,
  )
  expect(await query(token)).toMatchObject({ status: 'successful', finished: true, expired: false })
})

test('pressing Decline leads to decline_url, and a later try may succeed', async () => {
  const token = await open({ attempts: 2 })
  const declined = await press(token, 'failed')
  expect(declined.headers.get('location')).toMatch(/^http:\/\/shop\.example\/declined\?.*status=failed/)
  expect(await query(token)).toMatchObject({ status: 'failed', finished: false })
  expect((await press(token, 'successful')).headers.get('location')).toMatch(/^http:\/\/shop\.example\/paid/)
  expect(shop.received.map(({ transaction }) => transaction.status)).toEqual(['failed', 'successful'])
})

test('pressing Close leads to cancel_url, tells nobody and leaves the checkout open', async () => {
  const token = await open()
  const answer = await press(token, 'closed')
  expect(answer.headers.get('location')).toBe(
    `http://shop.example/cancelled?token=${token}&status=incomplete`,
  )
  expect(shop.received).toEqual([])
  expect(await query(token)).toMatchObject({ status: 'incomplete', finished: false, gateway_response: null })
})

test('return_url overrules the other addresses', async () => {
  const token = await open({ settings: settings({ return_url: 'http://shop.example/back' }) })
  expect((await press(token, 'failed')).headers.get('location')).toMatch(/^http:\/\/shop\.example\/back\?/)
})

test('a checkout without addresses stays on its own page and says what happened', async () => {
  const token = await open({ settings: {} })
  const answer = await press(token, 'successful')
  expect(answer.headers.get('location')).toMatch(`${sandbox.url}/payment/checkouts/${token}`)
  const text = await (await fetch(answer.headers.get('location')!)).text()
  expect(text).toContain('This payment has been made.')
  expect(text).not.toContain('<button')
})

test('the page speaks Russian when the shop asks for it', async () => {
  const token = await open({ settings: settings({ language: 'ru' }) })
  const text = await (await fetch(`${sandbox.url}/payment/checkouts/${token}`)).text()
  expect(text).toContain('lang="ru"')
  expect(text).toContain('Оплатить')
})

test('a hundred presses of Pay make one payment', async () => {
  const token = await open()
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => conclude(token, { outcome: 'successful' })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(99)
  expect(shop.received).toHaveLength(1)
})

test('an expired checkout cannot be paid and says so', async () => {
  const token = await open({ order: order({ expired_at: '2026-11-20T12:30:00+03:00' }) })
  sandbox.passSeconds(30 * 60 + 1)
  expect((await conclude(token, { outcome: 'successful' })).status).toBe(410)
  expect(await query(token)).toMatchObject({ status: 'error', expired: true, finished: false })
  expect(await (await fetch(`${sandbox.url}/payment/checkouts/${token}`)).text()).toContain('is over')
  expect(shop.received).toEqual([])
})

test('a wrong key, a missing version and wrong fields are refused as the provider does', async () => {
  const checkout = { transaction_type: 'payment', order: order({ amount: 0 }), settings: {} }
  const stranger = await post(
    '/ctp/api/checkouts',
    { checkout },
    { headers: { authorization: 'Basic bm8=' } },
  )
  expect([stranger.status, await stranger.json()]).toEqual([
    401,
    { response: { status: 'error', message: 'Unauthorized' } },
  ])
  expect((await post('/ctp/api/checkouts', {}, { headers: { 'x-api-version': '1' } })).status).toBe(400)
  const wrong = await post('/ctp/api/checkouts', { checkout })
  expect([wrong.status, await wrong.json()]).toEqual([
    422,
    { message: 'Amount must be greater than 0.', errors: { amount: ['must be greater than 0'] } },
  ])
  expect((await post('/ctp/api/checkouts', undefined)).status).toBe(422)
  expect((await api('/ctp/api/checkouts/unknown')).status).toBe(404)
})

test('"never" tells nobody, and a query finds the payment', async () => {
  const token = await open()
  expect((await conclude(token, { outcome: 'successful', notification: 'never' })).body.delivered).toBe(0)
  expect(shop.received).toEqual([])
  expect((await query(token)).gateway_response.payment).toMatchObject({ status: 'successful', amount: 3245 })
})

test('"repeated" tells the same thing three times', async () => {
  const token = await open()
  expect((await conclude(token, { outcome: 'successful', notification: 'repeated' })).body.delivered).toBe(3)
  expect(new Set(shop.received.map(({ transaction }) => transaction.uid)).size).toBe(1)
  expect(shop.received).toHaveLength(3)
})

test('"late" stays pending, after expiry too, until it is released', async () => {
  const token = await open()
  sandbox.passSeconds(25 * 60 * 60)
  const { body } = await conclude(token, { outcome: 'successful', notification: 'late' })
  expect(body).toMatchObject({ status: 'pending', delivered: 0 })
  expect(await query(token)).toMatchObject({ status: 'pending', finished: false })
  const released = await post(`/checkouts/${token}/notify`, {})
  expect(await released.json()).toEqual({ delivered: 1 })
  expect(shop.received[0]!.transaction.status).toBe('successful')
  expect(await query(token)).toMatchObject({ status: 'successful', finished: true })
  expect(await (await post(`/checkouts/${token}/notify`, {})).json()).toEqual({ delivered: 0 })
})

test('"wrongAmount" takes another amount than was ordered', async () => {
  const token = await open()
  await conclude(token, { outcome: 'successful', notification: 'wrongAmount' })
  expect(shop.received[0]).toMatchObject({ signed: true, transaction: { amount: 3246 } })
  expect((await query(token)).gateway_response.payment.amount).toBe(3246)
})

test('"badSignature" sends a signature that does not fit', async () => {
  const token = await open()
  await conclude(token, { outcome: 'successful', notification: 'badSignature' })
  expect(shop.received[0]!.signed).toBe(false)
})

test('a notification is repeated, each time later, until the shop answers 200', async () => {
  shop.answers.push(500, 503)
  const token = await open()
  expect((await conclude(token, { outcome: 'successful' })).body.delivered).toBe(0)
  sandbox.passSeconds(3)
  await shop.untilReceived(2)
  sandbox.passSeconds(20)
  await shop.untilReceived(3)
  expect(new Set(shop.received.map(({ transaction }) => transaction.uid)).size).toBe(1)
})

test('refunds together never exceed the payment, and the same refund is not made twice at once', async () => {
  const token = await open()
  const { uid } = (await conclude(token, { outcome: 'successful' })).body
  const refund = (amount: number) =>
    post('/transactions/refunds', { request: { parent_uid: uid, amount, reason: 'Visit cancelled' } })
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

test('a refund of what was not paid is refused', async () => {
  const token = await open()
  const { uid } = (await conclude(token, { outcome: 'failed' })).body
  const request = { parent_uid: uid, amount: 1, reason: 'None' }
  expect((await (await post('/transactions/refunds', { request })).json()).errors).toEqual({
    base: ["transaction can't be refunded"],
  })
  const unknown = { ...request, parent_uid: '1-310b0da80b' }
  expect((await post('/transactions/refunds', { request: unknown })).status).toBe(422)
})
