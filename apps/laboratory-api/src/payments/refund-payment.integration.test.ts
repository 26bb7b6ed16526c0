import type { CreateOrder } from '@shop/contract/orders'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Customer, openShop, type Shop } from '../orders/testing/order-fixture.ts'
import { refundByCommand } from './refund-command.ts'
import { listRefundsDue, refundPayment } from './refund-payment.ts'
import type { RefundRequest } from './request-refund.ts'
import { sendWaitingRefunds } from './send-refund.ts'
import { paymentTransactions, type TransactionRow } from './tables.ts'
import { expectSoundBooks } from './testing/expect-sound-books.ts'

let database: TestDatabase
let shop: Shop
let customer: Customer
let limits: { BYN: number }
let usualLimit: number
beforeAll(async () => {
  database = await openTestDatabase()
  shop = await openShop(database)
  customer = await shop.customer()
  limits = shop.api.context.settings.refundLimits as typeof limits
  usualLimit = limits.BYN
})
beforeEach(() => {
  shop.bepaid.isDown = false
  limits.BYN = usualLimit
})
afterAll(async () => {
  await expectSoundBooks(database)
  await shop.close()
  await database.close()
})

async function paidOrder(buyer = customer, overrides: Partial<CreateOrder> = {}) {
  const order = await shop.placeOrder(buyer, overrides)
  await pay(order.token)
  return order
}

async function pay(token: string): Promise<string> {
  const { uid } = shop.bepaid.conclude(token, 'successful')
  await shop.notify(shop.bepaid.notification(token))
  return uid
}

async function transactionOf(orderId: string, kind: 'settled' | 'second' | 'late') {
  const [row] = await database.queries
    .select()
    .from(paymentTransactions)
    .where(and(eq(paymentTransactions.orderId, orderId), eq(paymentTransactions.kind, kind)))
  return row!
}

const refund = async (transactionId: string, rest: Partial<RefundRequest> = {}) => {
  const [payment] = await database.queries
    .select()
    .from(paymentTransactions)
    .where(eq(paymentTransactions.id, transactionId))
  return refundPayment(shop.api.context, { payment: payment!, ...rest })
}
const sendWaiting = () => {
  shop.clock.pass(3)
  return sendWaitingRefunds(shop.api.context)
}
/** What the provider was asked to refund of a payment: waiting refunds of other tests are sent too. */
const sentFor = ({ transactionId }: Pick<TransactionRow, 'transactionId'>) =>
  shop.bepaid.refunds.filter((one) => one.parent_uid === transactionId)
const operator = { origin: 'operator' } as const

test('a refunded order frees its place and notifies the patient', async () => {
  const buyer = await shop.customer()
  const visit = { kind: 'branch', start: '2040-03-28T12:00:00+03:00' } as const
  const order = await paidOrder(buyer, { visit })
  const transaction = await transactionOf(order.id, 'settled')
  await refund(transaction.id)
  expect(shop.bepaid.refunds.at(-1)).toEqual({
    parent_uid: transaction.transactionId,
    amount: 2880,
    reason: `Order ${order.number}`,
    requestId: expect.any(String),
  })
  expect(await buyer.client.order(order.id)).toMatchObject({
    state: 'refunded',
    payment: {
      state: 'refunded',
      refundDue: false,
      refunds: [{ state: 'done', amount: { price: 28.8, currency: 'BYN' } }],
    },
  })
  const mail = await shop.api.mailServer.take({ to: buyer.user.email, subject: /refund sent/ })
  expect(mail.text).toMatch(/28\.80\sBYN/)
  expect(mail.text).toMatch(
    /the time of this visit has been released[\s\S]+Visit: Wednesday 28\sMarch\s2040, 12:00/,
  )
})

test('a second payment is refunded and the order stays paid', async () => {
  const order = await paidOrder()
  await pay(order.token)
  const due = await listRefundsDue(shop.api.context)
  expect(due.map(({ orderNumber }) => orderNumber)).toContain(order.number)
  await refund((await transactionOf(order.id, 'second')).id)
  expect(await customer.client.order(order.id)).toMatchObject({
    state: 'paid',
    payment: { refundDue: false, kept: { price: 28.8 } },
  })
  expect((await listRefundsDue(shop.api.context)).map(({ orderNumber }) => orderNumber)).not.toContain(
    order.number,
  )
})

test('with two refunds due, the order stays flagged until both are made', async () => {
  const order = await paidOrder()
  await pay(order.token)
  await pay(order.token)
  const due = (await listRefundsDue(shop.api.context)).filter(
    ({ orderNumber }) => orderNumber === order.number,
  )
  expect(due).toHaveLength(2)
  await refund(due[0]!.transaction.id)
  expect((await customer.client.order(order.id)).payment.refundDue).toBe(true)
  await refund(due[1]!.transaction.id)
  expect((await customer.client.order(order.id)).payment.refundDue).toBe(false)
})

test('nothing is refunded twice', async () => {
  const order = await paidOrder()
  const payment = await transactionOf(order.id, 'settled')
  await refund(payment.id)
  await expect(refund(payment.id)).rejects.toMatchObject({ code: 'conflict' })
  expect(sentFor(payment)).toHaveLength(1)
})

test('three concurrent refunds ask the provider once', async () => {
  const order = await paidOrder()
  const payment = await transactionOf(order.id, 'settled')
  const answers = await Promise.allSettled(Array.from({ length: 3 }, () => refund(payment.id)))
  const states = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.state : []))
  expect(states).toContain('done')
  for (const answer of answers) {
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'conflict' })
  }
  expect(sentFor(payment)).toHaveLength(1)
  expect((await customer.client.order(order.id)).history.map(({ cause }) => cause)).toEqual([
    'created',
    'paymentSettled',
    'refund',
  ])
})

test('after a partial refund the order goes on, and refunds never exceed the payment', async () => {
  const buyer = await shop.customer()
  const order = await paidOrder(buyer)
  const { id } = await transactionOf(order.id, 'settled')
  expect(await refund(id, { amount: 1_000, by: operator })).toMatchObject({ state: 'done' })
  expect(shop.bepaid.refunds.at(-1)).toMatchObject({ amount: 1_000 })
  expect(await buyer.client.order(order.id)).toMatchObject({
    state: 'paid',
    payment: { state: 'paid', kept: { price: 18.8 } },
  })
  const mail = await shop.api.mailServer.take({ to: buyer.user.email, subject: /refund sent/ })
  expect(mail.text).toMatch(/10\.00\sBYN/)
  // The order goes on, and so does its visit.
  expect(mail.text).not.toContain('visit')
  await expect(refund(id, { amount: 1_881 })).rejects.toMatchObject({ code: 'refund_exceeds_payment' })
  await refund(id)
  expect(shop.bepaid.refunds.at(-1)).toMatchObject({ amount: 1_880 })
  expect(await buyer.client.order(order.id)).toMatchObject({
    state: 'refunded',
    payment: { state: 'refunded', kept: { price: 0 } },
  })
})

test('a partial refund under way does not keep an order from ending: everything is refunded', async () => {
  const buyer = await shop.customer()
  const order = await paidOrder(buyer)
  const payment = await transactionOf(order.id, 'settled')
  shop.bepaid.isDown = true
  expect(await refund(payment.id, { amount: 1_000, by: operator })).toMatchObject({ state: 'approved' })
  shop.bepaid.isDown = false
  expect(await buyer.client.cancelOrder(order.id)).toMatchObject({ state: 'refunded' })
  await sendWaiting()
  expect(sentFor(payment).map(({ amount }) => amount)).toEqual([1_880, 1_000])
})

test('a refund that waits for a second person neither blocks a patient who cancels nor withholds any money', async () => {
  const buyer = await shop.customer()
  const order = await paidOrder(buyer)
  const { id } = await transactionOf(order.id, 'settled')
  limits.BYN = 2_000
  const asked = await refund(id, { amount: 2_800, by: { origin: 'staff' } })
  limits.BYN = usualLimit
  expect(asked.state).toBe('requested')
  expect((await buyer.client.order(order.id)).payment.kept?.price).toBe(28.8)
  expect(await buyer.client.cancelOrder(order.id)).toMatchObject({
    state: 'refunded',
    payment: { state: 'refunded' },
  })
  expect(shop.bepaid.refunds.at(-1)).toMatchObject({ amount: 2_880 })
})

test('concurrent partial refunds together return no more than was paid', async () => {
  const order = await paidOrder()
  const payment = await transactionOf(order.id, 'settled')
  await Promise.allSettled(Array.from({ length: 5 }, () => refund(payment.id, { amount: 1_000 })))
  await sendWaiting()
  expect(sentFor(payment).map(({ amount }) => amount)).toEqual([1_000, 1_000])
})

test('an order that ends with a partial refund frees its place: the network keeps a fee', async () => {
  const order = await paidOrder()
  const { id } = await transactionOf(order.id, 'settled')
  await refund(id, { amount: 2_000, endsOrder: true })
  expect(await customer.client.order(order.id)).toMatchObject({ state: 'refunded' })
})

test('the claim of a process that ended expires, and the repetition carries the same key', async () => {
  const order = await paidOrder()
  const { id } = await transactionOf(order.id, 'settled')
  await database.queries
    .update(paymentTransactions)
    .set({ refundClaimedAt: shop.clock.now })
    .where(eq(paymentTransactions.id, id))
  const asked = await refund(id)
  expect(asked.state).toBe('approved')
  shop.clock.pass(3)
  expect(await refund(id)).toEqual({ id: asked.id, state: 'done' })
  expect(shop.bepaid.refunds.at(-1)).toMatchObject({ requestId: asked.id })
})

test('while the provider does not answer the refund is under way, and it is sent once the provider answers', async () => {
  const order = await paidOrder()
  const payment = await transactionOf(order.id, 'settled')
  shop.bepaid.isDown = true
  expect(await refund(payment.id)).toMatchObject({ state: 'approved' })
  shop.bepaid.isDown = false
  expect(await customer.client.order(order.id)).toMatchObject({
    state: 'refunded',
    payment: { state: 'paid', refunds: [{ state: 'approved' }] },
  })
  expect(sentFor(payment)).toEqual([])
  await sendWaiting()
  expect(sentFor(payment)).toHaveLength(1)
  expect(await customer.client.order(order.id)).toMatchObject({ payment: { state: 'refunded' } })
  await sendWaiting()
  expect(sentFor(payment)).toHaveLength(1)
})

test('a refund that was not taken for most of a day is not resent automatically: the provider forgets the key', async () => {
  const order = await paidOrder()
  const payment = await transactionOf(order.id, 'settled')
  shop.bepaid.isDown = true
  await refund(payment.id)
  shop.bepaid.isDown = false
  shop.clock.pass(21 * 60)
  await sendWaiting()
  expect(sentFor(payment)).toEqual([])
  expect(await refund(payment.id)).toMatchObject({ state: 'done' })
})

test('above the limit the command only requests the refund, and the order stays as it is', async () => {
  limits.BYN = 2_000
  const order = await paidOrder()
  const { id, transactionId } = await transactionOf(order.id, 'settled')
  expect(await refund(id, { amount: 2_000, by: operator })).toMatchObject({ state: 'done' })
  const lines: string[] = []
  const args = [order.number, transactionId]
  expect(await refundByCommand(shop.api.context, { args, print: (line) => lines.push(line) })).toBe(1)
  expect(lines).toEqual(['Requested: above the limit a second person must agree at the desk.'])
  expect(await customer.client.order(order.id)).toMatchObject({ state: 'paid' })
})

test('the command lists the refunds due and refunds the payment that is named', async () => {
  const order = await paidOrder()
  const second = await pay(order.token)
  const lines: string[] = []
  const command = (...args: string[]) => {
    lines.length = 0
    return refundByCommand(shop.api.context, { args, print: (line) => lines.push(line) })
  }
  expect(await command()).toBe(0)
  expect(lines.join('\n')).toContain(`${order.number}  28.80 BYN  bepaid ${second}`)
  expect(await command(order.number)).toBe(0)
  expect(lines).toHaveLength(2)
  expect(await command(order.number, 'unknown')).toBe(1)
  expect(lines).toEqual(['This order has no such payment.'])
  expect(await command(order.number, second)).toBe(0)
  expect(lines).toEqual(['Refunded.'])
  expect(await command(order.number, second)).toBe(1)
  expect(lines[0]).toMatch(/^Nothing was refunded/)
})
