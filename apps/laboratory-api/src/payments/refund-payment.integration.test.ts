import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Customer, openShop, type Shop } from '../orders/testing/order-fixture.ts'
import { ProviderUnavailable } from './provider.ts'
import { giveBack } from './refund-command.ts'
import { listRefundsDue, refundPayment } from './refund-payment.ts'
import { paymentTransactions } from './tables.ts'
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

async function paidOrder() {
  const order = await shop.placeOrder(customer)
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

const refund = (transactionId: string) => refundPayment(shop.api.context, { transactionId })

test('a refunded order frees its place and tells the patient', async () => {
  const order = await paidOrder()
  const transaction = await transactionOf(order.id, 'settled')
  await refund(transaction.id)
  expect(shop.bepaid.refunds.at(-1)).toEqual({
    parent_uid: transaction.transactionId,
    amount: 2880,
    reason: `Order ${order.number}`,
    requestId: transaction.id,
  })
  expect(await customer.client.order(order.id)).toMatchObject({
    state: 'refunded',
    payment: { state: 'refunded', refundDue: false },
  })
  const mail = await shop.api.mailServer.take({ to: customer.user.email, subject: /refund sent/ })
  expect(mail.text).toMatch(/28\.80\sBYN/)
})

test('a second payment goes back and the order stays paid', async () => {
  const order = await paidOrder()
  await pay(order.token)
  const due = await listRefundsDue(shop.api.context)
  expect(due.map(({ orderNumber }) => orderNumber)).toContain(order.number)
  await refund((await transactionOf(order.id, 'second')).id)
  expect(await customer.client.order(order.id)).toMatchObject({
    state: 'paid',
    payment: { refundDue: false },
  })
  expect((await listRefundsDue(shop.api.context)).map(({ orderNumber }) => orderNumber)).not.toContain(
    order.number,
  )
})

test('of two payments that are due the order stays flagged until both are back', async () => {
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

test('nothing is given back twice', async () => {
  const order = await paidOrder()
  const { id } = await transactionOf(order.id, 'settled')
  await refund(id)
  const before = shop.bepaid.refunds.length
  await expect(refund(id)).rejects.toMatchObject({ code: 'conflict' })
  expect(shop.bepaid.refunds).toHaveLength(before)
})

test('three at once ask the provider once', async () => {
  const order = await paidOrder()
  const { id } = await transactionOf(order.id, 'settled')
  const before = shop.bepaid.refunds.length
  const answers = await Promise.allSettled([refund(id), refund(id), refund(id)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(shop.bepaid.refunds).toHaveLength(before + 1)
  expect((await customer.client.order(order.id)).history.map(({ cause }) => cause)).toEqual([
    'created',
    'paymentSettled',
    'refund',
  ])
})

test('a claim of a process that ended runs out, and the repetition carries the same key', async () => {
  const order = await paidOrder()
  const { id } = await transactionOf(order.id, 'settled')
  await database.queries
    .update(paymentTransactions)
    .set({ refundClaimedAt: shop.clock.now })
    .where(eq(paymentTransactions.id, id))
  await expect(refund(id)).rejects.toMatchObject({ code: 'conflict' })
  shop.clock.pass(3)
  await refund(id)
  expect(shop.bepaid.refunds.at(-1)).toMatchObject({ requestId: id })
  expect(await customer.client.order(order.id)).toMatchObject({ state: 'refunded' })
})

test('while the provider does not answer nothing is written', async () => {
  const order = await paidOrder()
  shop.bepaid.isDown = true
  const { id } = await transactionOf(order.id, 'settled')
  await expect(refund(id)).rejects.toBeInstanceOf(ProviderUnavailable)
  shop.bepaid.isDown = false
  expect(await customer.client.order(order.id)).toMatchObject({ state: 'paid' })
  await refund(id)
  expect(await customer.client.order(order.id)).toMatchObject({ state: 'refunded' })
})

test('the command lists what is due and gives back what is named', async () => {
  const order = await paidOrder()
  const second = await pay(order.token)
  const lines: string[] = []
  const command = (...args: string[]) => {
    lines.length = 0
    return giveBack(shop.api.context, { args, print: (line) => lines.push(line) })
  }
  expect(await command()).toBe(0)
  expect(lines.join('\n')).toContain(`${order.number}  28.80 BYN  bepaid ${second}`)
  expect(await command(order.number)).toBe(0)
  expect(lines).toHaveLength(2)
  expect(await command(order.number, 'unknown')).toBe(1)
  expect(lines).toEqual(['This order has no such payment.'])
  expect(await command(order.number, second)).toBe(0)
  expect(lines).toEqual(['Given back.'])
  expect(await command(order.number, second)).toBe(1)
  expect(lines[0]).toMatch(/^Nothing was given back/)
})
