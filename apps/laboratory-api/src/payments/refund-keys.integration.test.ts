import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { refundPayment } from './refund-payment.ts'
import { claim, sendRefund, sendWaitingRefunds } from './send-refund.ts'
import { paymentRefunds, paymentTransactions } from './tables.ts'
import { crashAt } from './testing/crash-at.ts'
import { stripeOfFile } from './testing/stripe-of-file.ts'

const house = stripeOfFile()

async function paidOrder() {
  const order = await house.shop.placeOrder(house.customer)
  house.stripe.pay(order.token)
  await house.shop.notify(
    house.stripe.notification(order.token, 'checkout.session.completed', { at: house.shop.clock.now }),
    'stripe',
  )
  const [payment] = await house.database.queries
    .select()
    .from(paymentTransactions)
    .where(eq(paymentTransactions.orderId, order.id))
  return payment!
}
type Payment = Awaited<ReturnType<typeof paidOrder>>
const stored = async (id: string) =>
  (await house.database.queries.select().from(paymentRefunds).where(eq(paymentRefunds.id, id)))[0]!
const keysOf = ({ transactionId }: Payment) =>
  house.stripe.attempts.filter((one) => one.payment_intent === transactionId).map(({ key }) => key)
const madeOf = ({ transactionId }: Payment) =>
  house.stripe.refunds.filter((one) => one.payment_intent === transactionId)

/** A refund that the provider has refused, for want of money on the shop's account. */
async function refused() {
  const payment = await paidOrder()
  house.stripe.refusesRefunds = 400
  const { id } = await refundPayment(house.shop.api.context, { payment, amount: 1_000 })
  house.stripe.refusesRefunds = null
  return { payment, id, refund: await stored(id) }
}

test('a refused refund is sent under another key, since the provider repeats its refusal under the first', async () => {
  const { payment, id, refund } = await refused()
  expect(refund).toMatchObject({ state: 'approved', failure: 'status 400', sendKey: expect.any(String) })
  house.shop.clock.pass(3)
  await sendWaitingRefunds(house.shop.api.context)
  expect(await stored(id)).toMatchObject({ state: 'done', failure: null })
  expect(keysOf(payment)).toEqual([id, refund.sendKey])
  expect(madeOf(payment)).toHaveLength(1)
})

test('while the outcome is open the key stays, and what the provider has made is not made again', async () => {
  const payment = await paidOrder()
  house.stripe.loses = true
  const { id } = await refundPayment(house.shop.api.context, { payment, amount: 1_000 })
  house.stripe.loses = false
  expect(await stored(id)).toMatchObject({ state: 'approved', sendKey: null })
  for (const unavailable of [401, 403, 404, 409, 429, 503]) {
    house.stripe.turnsAway = unavailable
    await sendRefund(house.shop.api.context, { id, ownerId: payment.ownerId })
    house.stripe.turnsAway = null
    expect(await stored(id), String(unavailable)).toMatchObject({ state: 'approved', sendKey: null })
  }
  expect(await sendRefund(house.shop.api.context, { id, ownerId: payment.ownerId })).toBe('done')
  expect(new Set(keysOf(payment))).toEqual(new Set([id]))
  expect(madeOf(payment)).toHaveLength(1)
})

test('two processes that send a refused refund again make it once', async () => {
  const { payment, id } = await refused()
  const key = { id, ownerId: payment.ownerId }
  await Promise.all([1, 2, 3].map(() => sendRefund(house.shop.api.context, key)))
  house.shop.clock.pass(3)
  expect(await sendRefund(house.shop.api.context, key)).toBe('done')
  expect(madeOf(payment)).toHaveLength(1)
})

test('a process that ends while it sends a refused refund leaves one that is made once', async () => {
  for (let statement = 0; ; statement++) {
    const { payment, id } = await refused()
    const key = { id, ownerId: payment.ownerId }
    const hasCrashed = await crashAt(house.database, statement, () => sendRefund(house.shop.api.context, key))
    house.shop.clock.pass(3)
    await sendRefund(house.shop.api.context, key)
    expect(await stored(id)).toMatchObject({ state: 'done' })
    expect(madeOf(payment)).toHaveLength(1)
    if (!hasCrashed) break
  }
})

const claimNow = (payment: Payment) => claim(house.shop.api.context, payment)

test('a process that was held up while its key was refused changes nothing of what another one sends', async () => {
  const payment = await paidOrder()
  house.stripe.turnsAway = 503
  const { id } = await refundPayment(house.shop.api.context, { payment, amount: 1_000 })
  house.stripe.turnsAway = null
  const key = { id, ownerId: payment.ownerId }
  const { provider } = house.shop.api.context
  const send = provider.refund
  // Between its reading and its sending, others are refused under the same key, and send under the next.
  provider.refund = async (input) => {
    provider.refund = send
    house.shop.clock.pass(3)
    house.stripe.refusesRefunds = 400
    await sendRefund(house.shop.api.context, key)
    house.stripe.refusesRefunds = null
    house.stripe.loses = true
    await sendRefund(house.shop.api.context, key)
    house.stripe.loses = false
    await claimNow(payment)
    return send(input)
  }
  await sendRefund(house.shop.api.context, key)
  expect(keysOf(payment).at(-1)).toBe(id)
  expect(await stored(id)).toMatchObject({ state: 'approved', failure: expect.not.stringContaining('400') })
  // Nor does it end the claim of another one that is about to send.
  expect(await claimNow(payment)).toBeNull()
  house.shop.clock.pass(3)
  expect(await sendRefund(house.shop.api.context, key)).toBe('done')
  expect(madeOf(payment)).toHaveLength(1)
})
