import { randomUUID } from 'node:crypto'
import { LISTED } from '@shop/contract/desk'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { eq, getTableColumns, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditEntries } from '../audit/tables.ts'
import { type Customer, MONDAY, openShop, type Shop } from '../orders/testing/order-fixture.ts'
import { paymentAttempts, paymentEvents, paymentRefunds, paymentTransactions } from '../payments/tables.ts'
import { expectSoundBooks } from '../payments/testing/expect-sound-books.ts'
import { createStaff, everywhere, type TestStaff } from '../staff/testing/staff-fixture.ts'

let database: TestDatabase
let shop: Shop
let customer: Customer
let anna: TestStaff
let vera: TestStaff
beforeAll(async () => {
  database = await openTestDatabase()
  // A demo order costs 28.80.
  shop = await openShop(database, { refundLimits: { EUR: 0, PLN: 0, BYN: 2_000 } })
  customer = await shop.customer()
  vera = await createStaff(shop.api, everywhere('finance'))
})
beforeEach(() => onDay(MONDAY))
afterAll(async () => {
  await expectSoundBooks(database)
  await shop.close()
  await database.close()
})

/** Sets the clock. Anna's session lasts twelve hours, so she gets another one. */
async function onDay(now: Date): Promise<void> {
  shop.clock.now = now
  anna = await createStaff(shop.api, everywhere('finance'))
}

async function pay(token: string): Promise<string> {
  const { uid } = shop.bepaid.conclude(token, 'successful')
  await shop.notify(shop.bepaid.notification(token))
  return uid
}

let later = 0
/** A paid order with its payment at the desk; its visit is later than every day of these tests. */
async function paidOrder() {
  const start = new Date(Date.parse('2040-03-20T06:00:00Z') + 15 * 60_000 * later++).toISOString()
  const order = await shop.placeOrder(customer, { visit: { kind: 'branch', start } })
  const uid = await pay(order.token)
  const { payments } = await anna.client.listPayments({ find: order.number })
  return { ...order, uid, paymentId: payments[0]!.id }
}

const moneyOf = async (paymentId: string, who = anna) =>
  (await who.client.readPayment(paymentId)).transactions[0]!
const ask = (transactionId: string, price: number, version: number, rest: { endsOrder?: boolean } = {}) => ({
  transactionId,
  body: {
    amount: { price, currency: 'BYN' as const },
    reason: 'A sample could not be used.',
    endsOrder: false,
    version,
    ...rest,
  },
})
const asked = (who: TestStaff, { transactionId, body }: ReturnType<typeof ask>) =>
  who.client.requestRefund(transactionId, body)

test('a payment is found by order and by the provider’s id, with the provider’s messages about it', async () => {
  const order = await paidOrder()
  const byId = await anna.client.listPayments({ find: order.uid })
  expect(byId.payments).toMatchObject([{ id: order.paymentId, orderNumber: order.number, state: 'paid' }])
  const read = await anna.client.readPayment(order.paymentId)
  expect(read).toMatchObject({
    orderState: 'paid',
    amount: { price: 28.8, currency: 'BYN' },
    events: [{ source: 'notification', verdict: 'settled' }],
    aloneUpTo: { price: 20, currency: 'BYN' },
    transactions: [{ transactionId: order.uid, kind: 'settled', left: { price: 28.8 }, canEndOrder: true }],
  })
  const rows = await database.queries.select().from(auditEntries).where(eq(auditEntries.objectId, order.id))
  expect(rows.some(({ staffId, action }) => staffId === anna.staffId && action === 'read')).toBe(true)
})

test('the list continues page by page, with each payment once, and is filtered by state and day', async () => {
  for (let order = 0; order < 3; order++) await shop.placeOrder(customer)
  const all = await anna.client.listPayments({})
  expect(all.next).toBeNull()
  const [first, second] = all.payments
  const rest = await anna.client.listPayments({ before: first!.id })
  expect(rest.payments[0]!.id).toBe(second!.id)
  expect(rest.payments).toHaveLength(all.payments.length - 1)
  const day = '2040-03-05'
  const waiting = await anna.client.listPayments({ state: 'redirected', from: day, to: day })
  expect(new Set(waiting.payments.map(({ state }) => state))).toEqual(new Set(['redirected']))
  expect((await anna.client.listPayments({ to: '2040-03-04' })).payments).toEqual([])
  expect((await anna.client.listPayments({ before: crypto.randomUUID() })).payments).toEqual([])
})

test('up to the limit one person makes a refund; above it a second one must agree, not the one who asked', async () => {
  // Earlier than in all other tests: of what waits for staff, the oldest comes first.
  shop.clock.pass(-60)
  const order = await paidOrder()
  const { id } = await moneyOf(order.paymentId)
  expect(await asked(anna, ask(id, 15, 0))).toMatchObject({ state: 'done' })
  expect(shop.bepaid.refunds.at(-1)).toMatchObject({ amount: 1_500 })
  // Fifteen before and thirteen now exceed twenty.
  const sent = shop.bepaid.refunds.length
  const { version } = await moneyOf(order.paymentId)
  const waits = await asked(anna, ask(id, 13, version))
  expect(waits.state).toBe('requested')
  expect(shop.bepaid.refunds).toHaveLength(sent)
  const attention = await vera.client.paymentAttention()
  expect(attention[0]).toMatchObject({ kind: 'refundToDecide', orderNumber: order.number })
  const own = anna.client.decideRefund(waits.id, { agrees: true, version: 1 })
  await expect(own).rejects.toMatchObject({ status: 409, code: 'own_refund' })
  const agreed = await vera.client.decideRefund(waits.id, { agrees: true, version: 1 })
  expect(agreed.state).toBe('done')
  const money = await moneyOf(order.paymentId, vera)
  expect(money).toMatchObject({ left: { price: 0.8 } })
  expect(money.refunds.map(({ state, requestedBy, decidedBy }) => [state, requestedBy, decidedBy])).toEqual([
    ['done', 'Olga Novik', null],
    ['done', 'Olga Novik', 'Olga Novik'],
  ])
  expect(await customer.client.order(order.id)).toMatchObject({ state: 'paid' })
  const tooMuch = asked(vera, ask(id, 1, money.version))
  await expect(tooMuch).rejects.toMatchObject({ status: 422, code: 'refund_exceeds_payment' })
})

test('an order at the desk shows what was received and the state of each refund, even to roles that see no payments', async () => {
  const unpaid = await shop.placeOrder(customer)
  const { client } = await createStaff(shop.api, everywhere('reception'))
  expect((await client.deskOrder(unpaid.id)).payment).toMatchObject({
    state: 'redirected',
    received: { price: 0 },
    refunds: [],
  })
  const order = await paidOrder()
  const { id } = await moneyOf(order.paymentId)
  await asked(anna, ask(id, 15, 0))
  const { version } = await moneyOf(order.paymentId)
  const waits = await asked(anna, ask(id, 13, version))
  const refunds = async () => (await client.deskOrder(order.id)).payment!.refunds
  expect((await client.deskOrder(order.id)).payment).toMatchObject({
    id: order.paymentId,
    state: 'paid',
    refundDue: false,
    received: { price: 28.8, currency: 'BYN' },
    refunds: [
      { state: 'done', amount: { price: 15 } },
      { state: 'requested', amount: { price: 13 } },
    ],
  })
  await vera.client.decideRefund(waits.id, { agrees: false, version: 1 })
  expect((await refunds()).map(({ state }) => state)).toEqual(['done', 'declined'])
})

test('a declined refund is not sent and may be requested again; an order ends once its refund is agreed to', async () => {
  const order = await paidOrder()
  const { id } = await moneyOf(order.paymentId)
  const first = await asked(anna, ask(id, 28.8, 0, { endsOrder: true }))
  expect(first.state).toBe('requested')
  expect((await customer.client.order(order.id)).state).toBe('paid')
  const sent = shop.bepaid.refunds.length
  const declined = await vera.client.decideRefund(first.id, { agrees: false, version: 1 })
  expect(declined.state).toBe('declined')
  expect(shop.bepaid.refunds).toHaveLength(sent)
  const again = await asked(anna, ask(id, 28.8, 2, { endsOrder: true }))
  await vera.client.decideRefund(again.id, { agrees: true, version: 1 })
  expect(await customer.client.order(order.id)).toMatchObject({
    state: 'refunded',
    payment: { state: 'refunded' },
  })
})

test('two concurrent refunds never pay twice; the second sees who was first and with what', async () => {
  const order = await paidOrder()
  const { id } = await moneyOf(order.paymentId)
  const sent = shop.bepaid.refunds.length
  const answers = await Promise.allSettled([asked(anna, ask(id, 5, 0)), asked(vera, ask(id, 5, 0))])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(shop.bepaid.refunds).toHaveLength(sent + 1)
  const late = answers.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  expect(late.reason).toMatchObject({
    status: 409,
    code: 'stale_write',
    body: { changed: { by: 'Olga Novik', change: expect.stringMatching(/^refund\./) } },
  })
  const large = await asked(anna, ask(id, 20, 2))
  const third = await createStaff(shop.api, everywhere('finance'))
  const decisions = await Promise.allSettled([
    vera.client.decideRefund(large.id, { agrees: true, version: 1 }),
    third.client.decideRefund(large.id, { agrees: false, version: 1 }),
  ])
  expect(decisions.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a refund that the provider does not accept stays on its way, needs attention, and can be sent again', async () => {
  const order = await paidOrder()
  const { id } = await moneyOf(order.paymentId)
  shop.bepaid.isDown = true
  const refund = await asked(anna, ask(id, 3, 0))
  expect(refund.state).toBe('approved')
  const attention = await anna.client.paymentAttention()
  expect(attention).toContainEqual(
    expect.objectContaining({ kind: 'refundNotTaken', orderNumber: order.number, detail: 'status 503' }),
  )
  shop.bepaid.isDown = false
  expect(await anna.client.sendRefund(refund.id)).toMatchObject({ state: 'done' })
  const sent = shop.bepaid.refunds.length
  expect(await anna.client.sendRefund(refund.id)).toMatchObject({ state: 'done' })
  expect(shop.bepaid.refunds).toHaveLength(sent)
})

test('a second payment and a payment of another sum need attention', async () => {
  const order = await paidOrder()
  await pay(order.token)
  const other = await shop.placeOrder(customer)
  shop.bepaid.conclude(other.token, 'successful')
  await shop.notify(shop.bepaid.notification(other.token, { amount: 1 }))
  const attention = await anna.client.paymentAttention()
  const kinds = (number: string) =>
    attention.filter((one) => one.orderNumber === number).map(({ kind }) => kind)
  expect(kinds(order.number)).toEqual(['refundDue'])
  expect(kinds(other.number)).toEqual(['mismatch'])
  const due = await anna.client.listPayments({ state: 'refundDue' })
  expect(due.payments.map(({ orderNumber }) => orderNumber)).toContain(order.number)
})

test('payments whose refund waits for a second person do not hide one that is due', async () => {
  const [order, other] = [await paidOrder(), await paidOrder()]
  for (const { token } of [order, other]) await pay(token)
  const { transactions } = await anna.client.readPayment(order.paymentId)
  const second = transactions.find(({ kind }) => kind === 'second')!
  const { id } = await asked(anna, ask(second.id, 28.8, 0))
  const { queries } = database
  const [row] = await queries.select().from(paymentTransactions).where(eq(paymentTransactions.id, second.id))
  const [refund] = await queries.select().from(paymentRefunds).where(eq(paymentRefunds.id, id))
  const copies = Array.from({ length: LISTED }, () => randomUUID())
  await queries
    .insert(paymentTransactions)
    .values(copies.map((copy) => ({ ...row!, id: copy, transactionId: copy, receivedAt: new Date(0) })))
  await queries
    .insert(paymentRefunds)
    .values(copies.map((copy) => ({ ...refund!, id: randomUUID(), transactionId: copy })))
  expect(await anna.client.paymentAttention()).toContainEqual(
    expect.objectContaining({ kind: 'refundDue', orderNumber: other.number }),
  )
  await queries.delete(paymentRefunds).where(inArray(paymentRefunds.transactionId, copies))
  await queries.delete(paymentTransactions).where(inArray(paymentTransactions.id, copies))
})

test('repeated messages about one payment leave room for others', async () => {
  const placed = [await shop.placeOrder(customer), await shop.placeOrder(customer)] as const
  for (const { token } of placed) {
    shop.bepaid.conclude(token, 'successful')
    await shop.notify(shop.bepaid.notification(token, { amount: 1 }))
  }
  const [hidden, loud] = placed
  const [event] = await database.queries
    .select(getTableColumns(paymentEvents))
    .from(paymentEvents)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentEvents.attemptId))
    .where(eq(paymentAttempts.orderId, loud.id))
  const receivedAt = (second: number) => new Date(event!.receivedAt.getTime() + 1_000 * second)
  await database.queries.insert(paymentEvents).values(
    Array.from({ length: 250 }, (_, second) => ({
      ...event!,
      id: randomUUID(),
      receivedAt: receivedAt(second),
    })),
  )
  const attention = await anna.client.paymentAttention()
  const of = ({ number }: { number: string }) => attention.filter(({ orderNumber }) => orderNumber === number)
  expect(of(hidden)).toHaveLength(1)
  expect(of(loud)).toMatchObject([{ kind: 'mismatch', at: receivedAt(249).toISOString() }])
})

test('a payment of another laboratory does not exist, whatever is tried with it', async () => {
  const order = await paidOrder()
  const { id } = await moneyOf(order.paymentId)
  const refund = await asked(anna, ask(id, 25, 0))
  const { client } = await createStaff(shop.api, { role: 'finance', laboratoryIds: [2] })
  expect((await client.listPayments({ find: order.number })).payments).toEqual([])
  expect(await client.paymentAttention()).toEqual([])
  const tries = [
    () => client.readPayment(order.paymentId),
    () => client.requestRefund(id, ask(id, 1, 1).body),
    () => client.decideRefund(refund.id, { agrees: true, version: 1 }),
    () => client.sendRefund(refund.id),
  ]
  for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ status: 404 })
  expect((await client.dayClosing('2040-03-05')).sums).toEqual([])
  await expect(client.compareStatement({ csv: 'x' })).rejects.toMatchObject({ status: 403 })
})

test('the day’s closing has each movement of the business day once, as text that no spreadsheet executes', async () => {
  // Past midnight in Minsk, but not yet in UTC.
  const day = '2040-03-08'
  await onDay(new Date('2040-03-07T21:30:00Z'))
  const order = await paidOrder()
  await database.queries
    .update(paymentTransactions)
    .set({ transactionId: '=HYPERLINK("x"),"' })
    .where(eq(paymentTransactions.transactionId, order.uid))
  const { id } = await moneyOf(order.paymentId)
  await asked(anna, ask(id, 0.05, 0))
  expect(await anna.client.dayClosing(day)).toEqual({
    date: day,
    isOver: false,
    sums: [
      {
        provider: 'bepaid',
        received: { price: 28.8, currency: 'BYN' },
        receivedCount: 1,
        givenBack: { price: 0.05, currency: 'BYN' },
        givenBackCount: 1,
      },
    ],
  })
  const answer = await anna.client.dayClosingCsv(day)
  expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  const [head, paid, back, end] = (await answer.text()).split('\r\n')
  expect(head).toBe('time,type,kind,order,laboratory,provider,payment,refund,received,given_back,currency')
  expect(paid).toBe(
    `2040-03-08T00:30:00+03:00,payment,settled,${order.number},1,bepaid,"'=HYPERLINK(""x""),""",,28.80,,BYN`,
  )
  expect(back).toMatch(/,refund,settled,.*,[\w-]{36},,0\.05,BYN$/)
  expect(end).toBe('')
  await expect(anna.client.dayClosing('2040-02-30')).rejects.toMatchObject({ status: 404 })
})

test('a provider’s statement is compared with the books of its days', async () => {
  await onDay(new Date('2040-03-10T09:00:00Z'))
  const [same, missing] = [await paidOrder(), await paidOrder()]
  const { id } = await moneyOf(same.paymentId)
  await asked(anna, ask(id, 2, 0))
  const csv = [
    'type,payment,amount,currency,time',
    `payment,${same.uid},28.80,BYN,2040-03-10T12:00:00+03:00`,
    `refund,${same.uid},1.50,BYN,2040-03-10T12:00:00+03:00`,
    'payment,strange,7.00,BYN,2040-03-10T12:00:00+03:00',
  ].join('\n')
  const compared = await anna.client.compareStatement({ csv })
  expect(compared).toMatchObject({ from: '2040-03-10', to: '2040-03-10', matched: 1 })
  const difference = (transactionId: string) =>
    compared.differences.find((one) => one.transactionId === transactionId)
  expect(compared.differences).toHaveLength(3)
  expect(difference(same.uid)).toMatchObject({
    kind: 'anotherAmount',
    type: 'refund',
    statement: { price: 1.5 },
    books: { price: 2 },
    orderNumber: same.number,
  })
  expect(difference(missing.uid)).toMatchObject({ kind: 'onlyInBooks', paymentId: missing.paymentId })
  expect(difference('strange')).toMatchObject({ kind: 'onlyInStatement', paymentId: null })
  // A payment that the books have on another day is the same payment.
  const nextDay = csv.replaceAll('2040-03-10', '2040-03-11')
  const shifted = await anna.client.compareStatement({ csv: nextDay })
  expect(shifted.differences.map(({ transactionId }) => transactionId)).toEqual([same.uid, 'strange'])
  // Around midnight, a refund that the books have on the day before is the same refund.
  const theirs = [csv.split('\n')[0], `refund,${same.uid},2.00,BYN,2040-03-11T00:00:20+03:00`].join('\n')
  expect(await anna.client.compareStatement({ csv: theirs })).toMatchObject({ matched: 1, differences: [] })
  const late = theirs.replace('2040-03-11', '2040-03-12')
  expect(await anna.client.compareStatement({ csv: late })).toMatchObject({
    differences: [{ kind: 'onlyInStatement', type: 'refund' }],
  })
  // No provider has such ids, and no database accepts them.
  for (const strange of ['a\u0000b', 'a\ud800']) {
    const { reading } = await anna.client.compareStatement({ csv: csv.replace('strange', strange) })
    expect(reading?.unread).toMatchObject({ count: 1, lines: [{ line: 4, heading: 'payment' }] })
  }
  const wrong = anna.client.compareStatement({ csv: 'type,payment\npayment,1' })
  await expect(wrong).rejects.toMatchObject({
    status: 422,
    code: 'statement_unreadable',
    body: { line: 1, column: 'amount' },
  })
})

test('bePaid’s own list is compared with the books, a refund by the id that it has there', async () => {
  await onDay(new Date('2040-03-14T09:00:00Z'))
  const order = await paidOrder()
  const { id } = await moneyOf(order.paymentId)
  await asked(anna, ask(id, 2, 0))
  const closed = await (await anna.client.dayClosingCsv('2040-03-14')).text()
  const refundId = closed.match(new RegExp(`${order.uid},([^,]+),,2.00`))![1]
  const csv = [
    'UID,Статус,Сумма,Валюта,Тип транзакции,Дата создания,Дата оплаты',
    `${order.uid},Успешный,28.80,BYN,Платеж,2040-03-14 12:00:00 +0300,2040-03-14 12:00:09 +0300`,
    `${refundId},Успешный,2.00,BYN,Возврат средств,2040-03-14 12:01:00 +0300,2040-03-14 12:01:00 +0300`,
    'by-hand,Успешный,3.00,BYN,Возврат средств,2040-03-14 12:01:00 +0300,2040-03-14 12:01:00 +0300',
    'another,Неуспешный,3.00,BYN,Платеж,2040-03-14 12:01:00 +0300,',
  ].join('\n')
  expect(await anna.client.compareStatement({ csv })).toMatchObject({
    reading: { form: 'bepaid', passed: 1, unread: { count: 0, lines: [] } },
    matched: 2,
    differences: [{ kind: 'onlyInStatement', type: 'refund', transactionId: 'by-hand', paymentId: null }],
  })
})
