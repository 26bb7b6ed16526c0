import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Customer, openShop, type Shop } from '../orders/testing/order-fixture.ts'
import { refundPayment } from './refund-payment.ts'
import { claim, sendRefund, sendWaitingRefunds } from './send-refund.ts'
import { paymentRefunds, paymentTransactions } from './tables.ts'
import { crashAt } from './testing/crash-at.ts'
import { expectSoundBooks } from './testing/expect-sound-books.ts'
import { type StripeServer, startStripeServer } from './testing/stripe-server.ts'

let database: TestDatabase
let stripe: StripeServer
let shop: Shop
let customer: Customer
beforeAll(async () => {
  database = await openTestDatabase()
  stripe = await startStripeServer()
  shop = await openShop(database, { payment: stripe.settings })
  customer = await shop.customer()
})
afterAll(async () => {
  await expectSoundBooks(database)
  await shop.close()
  await stripe.close()
  await database.close()
})

async function paidOrder() {
  const order = await shop.placeOrder(customer)
  stripe.pay(order.token)
  await shop.notify(
    stripe.notification(order.token, 'checkout.session.completed', { at: shop.clock.now }),
    'stripe',
  )
  const [payment] = await database.queries
    .select()
    .from(paymentTransactions)
    .where(eq(paymentTransactions.orderId, order.id))
  return payment!
}
type Payment = Awaited<ReturnType<typeof paidOrder>>
const stored = async (id: string) =>
  (await database.queries.select().from(paymentRefunds).where(eq(paymentRefunds.id, id)))[0]!
const keysOf = ({ transactionId }: Payment) =>
  stripe.attempts.filter((one) => one.payment_intent === transactionId).map(({ key }) => key)
const madeOf = ({ transactionId }: Payment) =>
  stripe.refunds.filter((one) => one.payment_intent === transactionId)

/** A refund that the provider has refused, for want of money on the shop's account. */
async function refused() {
  const payment = await paidOrder()
  stripe.refusesRefunds = 400
  const { id } = await refundPayment(shop.api.context, { payment, amount: 1_000 })
  stripe.refusesRefunds = null
  return { payment, id, refund: await stored(id) }
}

test('a refused refund is sent under another key, since the provider repeats its refusal under the first', async () => {
  const { payment, id, refund } = await refused()
  expect(refund).toMatchObject({ state: 'approved', failure: 'status 400', sendKey: expect.any(String) })
  shop.clock.pass(3)
  await sendWaitingRefunds(shop.api.context)
  expect(await stored(id)).toMatchObject({ state: 'done', failure: null })
  expect(keysOf(payment)).toEqual([id, refund.sendKey])
  expect(madeOf(payment)).toHaveLength(1)
})

test('while the outcome is open the key stays, and what the provider has made is not made again', async () => {
  const payment = await paidOrder()
  stripe.loses = true
  const { id } = await refundPayment(shop.api.context, { payment, amount: 1_000 })
  stripe.loses = false
  expect(await stored(id)).toMatchObject({ state: 'approved', sendKey: null })
  for (const unavailable of [401, 403, 404, 409, 429, 503]) {
    stripe.turnsAway = unavailable
    await sendRefund(shop.api.context, { id, ownerId: payment.ownerId })
    stripe.turnsAway = null
    expect(await stored(id), String(unavailable)).toMatchObject({ state: 'approved', sendKey: null })
  }
  expect(await sendRefund(shop.api.context, { id, ownerId: payment.ownerId })).toBe('done')
  expect(new Set(keysOf(payment))).toEqual(new Set([id]))
  expect(madeOf(payment)).toHaveLength(1)
})

test('two processes that send a refused refund again make it once', async () => {
  const { payment, id } = await refused()
  const key = { id, ownerId: payment.ownerId }
  await Promise.all([1, 2, 3].map(() => sendRefund(shop.api.context, key)))
  shop.clock.pass(3)
  expect(await sendRefund(shop.api.context, key)).toBe('done')
  expect(madeOf(payment)).toHaveLength(1)
})

test('a process that ends while it sends a refused refund leaves one that is made once', async () => {
  for (let statement = 0; ; statement++) {
    const { payment, id } = await refused()
    const key = { id, ownerId: payment.ownerId }
    const hasCrashed = await crashAt(database, statement, () => sendRefund(shop.api.context, key))
    shop.clock.pass(3)
    await sendRefund(shop.api.context, key)
    expect(await stored(id)).toMatchObject({ state: 'done' })
    expect(madeOf(payment)).toHaveLength(1)
    if (!hasCrashed) break
  }
})

const claimNow = (payment: Payment) => claim(shop.api.context, payment)

test('a process that was held up while its key was refused changes nothing of what another one sends', async () => {
  const payment = await paidOrder()
  stripe.turnsAway = 503
  const { id } = await refundPayment(shop.api.context, { payment, amount: 1_000 })
  stripe.turnsAway = null
  const key = { id, ownerId: payment.ownerId }
  const { provider } = shop.api.context
  const send = provider.refund
  // Between its reading and its sending, others are refused under the same key, and send under the next.
  provider.refund = async (input) => {
    provider.refund = send
    shop.clock.pass(3)
    stripe.refusesRefunds = 400
    await sendRefund(shop.api.context, key)
    stripe.refusesRefunds = null
    stripe.loses = true
    await sendRefund(shop.api.context, key)
    stripe.loses = false
    await claimNow(payment)
    return send(input)
  }
  await sendRefund(shop.api.context, key)
  expect(keysOf(payment).at(-1)).toBe(id)
  expect(await stored(id)).toMatchObject({ state: 'approved', failure: expect.not.stringContaining('400') })
  // Nor does it end the claim of another one that is about to send.
  expect(await claimNow(payment)).toBeNull()
  shop.clock.pass(3)
  expect(await sendRefund(shop.api.context, key)).toBe('done')
  expect(madeOf(payment)).toHaveLength(1)
})
