import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Customer, MONDAY, openShop, type Shop } from '../orders/testing/order-fixture.ts'
import { sendWaitingRefunds } from '../payments/send-refund.ts'
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
beforeEach(async () => {
  shop.bepaid.isDown = false
  shop.bepaid.refusesRefunds = null
  await onDay(MONDAY)
})
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

let later = 0
async function paidOrder() {
  const start = new Date(Date.parse('2040-03-20T06:00:00Z') + 15 * 60_000 * later++).toISOString()
  const order = await shop.placeOrder(customer, { visit: { kind: 'branch', start } })
  const { uid } = shop.bepaid.conclude(order.token, 'successful')
  await shop.notify(shop.bepaid.notification(order.token))
  const { payments } = await anna.client.listPayments({ find: order.number })
  return { ...order, uid, paymentId: payments[0]!.id }
}
const moneyOf = async (paymentId: string) => (await anna.client.readPayment(paymentId)).transactions[0]!
const sentFor = ({ uid }: { uid: string }) => shop.bepaid.refunds.filter((one) => one.parent_uid === uid)
const refundOf = async (paymentId: string, id: string) =>
  (await moneyOf(paymentId)).refunds.find((refund) => refund.id === id)!

type Answer = Shop['bepaid']['refusesRefunds']

/** A refund that the provider does not accept, with this answer; above the limit Vera has agreed to it. */
async function notAccepted(price: number, answer: Answer, of?: Awaited<ReturnType<typeof paidOrder>>) {
  const order = of ?? (await paidOrder())
  const { id: transactionId, version } = await moneyOf(order.paymentId)
  shop.bepaid.refusesRefunds = answer
  const { id, state } = await anna.client.requestRefund(transactionId, {
    amount: { price, currency: 'BYN' },
    reason: 'A sample could not be used.',
    endsOrder: false,
    version,
  })
  if (state === 'requested') await vera.client.decideRefund(id, { agrees: true, version: 1 })
  shop.bepaid.refusesRefunds = null
  const refund = await refundOf(order.paymentId, id)
  expect(refund).toMatchObject({ state: 'approved', outside: null })
  expect(refund.failure).not.toBeNull()
  return { order, id, version: refund.version, isRefused: refund.isRefused }
}
const refused = (price: number, of?: Awaited<ReturnType<typeof paidOrder>>) => notAccepted(price, 422, of)
const TRANSFER = { way: 'bankTransfer', reference: 'PP 1042' } as const

test('a refund that the provider refuses is made by transfer, appears as such in the books and the day’s closing, and the patient is notified', async () => {
  // A day of its own: the day's closing adds up all refunds of a day.
  await onDay(new Date('2040-03-07T09:00:00Z'))
  const { order, id, version } = await refused(15)
  expect(await anna.client.closeOutside(id, { ...TRANSFER, version })).toEqual({ id, state: 'done' })
  expect(await refundOf(order.paymentId, id)).toMatchObject({
    state: 'done',
    failure: null,
    outside: { ...TRANSFER, by: 'Olga Novik', secondedBy: null, isOwn: true },
  })
  const notice = await shop.api.mailServer.take({
    to: customer.user.email,
    subject: new RegExp(`${order.number}: refund`),
  })
  expect(notice.text).toContain('by bank transfer, reference PP 1042')
  const date = shop.clock.now.toISOString().slice(0, 10)
  const { sums } = await anna.client.dayClosing(date)
  expect(sums.find(({ provider }) => provider === 'bankTransfer')).toMatchObject({
    givenBack: { price: 15, currency: 'BYN' },
    receivedCount: 0,
  })
  expect(sums.find(({ provider }) => provider === 'bepaid')).toMatchObject({ givenBackCount: 0 })
  const csv = await (await anna.client.dayClosingCsv(date)).text()
  expect(csv).toMatch(
    new RegExp(`refund,settled,${order.number},\\d+,bankTransfer,${order.uid},PP 1042,,15.00,BYN`),
  )
  // A statement of the provider does not contain it, and that is not a difference.
  const line = `payment,${order.uid},28.80,BYN,${date}`
  const compared = await anna.client.compareStatement({ csv: `type,payment,amount,currency,time\n${line}\n` })
  expect(compared.differences.filter(({ type }) => type === 'refund')).toEqual([])
  // It is done: nothing more is sent.
  expect(await anna.client.sendRefund(id)).toEqual({ id, state: 'done' })
  expect(sentFor(order)).toEqual([])
})

test('above the limit of an order a second person must confirm; until then nothing is sent to the provider', async () => {
  // Earlier than in all other tests: of what waits for staff, the oldest comes first.
  shop.clock.pass(-60)
  const { order, id, version } = await refused(28.8)
  const said = await anna.client.closeOutside(id, { way: 'cash', reference: 'RKO 17', version })
  expect(said.state).toBe('approved')
  expect((await vera.client.paymentAttention())[0]).toMatchObject({
    kind: 'refundToDecide',
    orderNumber: order.number,
  })
  shop.clock.pass(10)
  await sendWaitingRefunds(shop.api.context)
  expect(await anna.client.sendRefund(id)).toMatchObject({ state: 'approved' })
  expect(sentFor(order)).toEqual([])
  const next = version + 1
  await expect(anna.client.decideOutside(id, { agrees: true, version: next })).rejects.toMatchObject({
    code: 'own_refund',
  })
  await expect(vera.client.decideOutside(id, { agrees: true, version })).rejects.toMatchObject({
    code: 'stale_write',
  })
  expect(await vera.client.decideOutside(id, { agrees: true, version: next })).toMatchObject({
    state: 'done',
  })
  expect(await moneyOf(order.paymentId)).toMatchObject({ left: { price: 0 } })
  expect(await refundOf(order.paymentId, id)).toMatchObject({
    outside: { way: 'cash', secondedBy: 'Olga Novik' },
  })
})

test('a refund that the second person does not confirm is on its way as before, and the provider may still accept it', async () => {
  const { order, id, version } = await refused(28.8)
  await anna.client.closeOutside(id, { ...TRANSFER, version })
  await vera.client.decideOutside(id, { agrees: false, version: version + 1 })
  expect(await refundOf(order.paymentId, id)).toMatchObject({ state: 'approved', outside: null })
  expect(await anna.client.sendRefund(id)).toMatchObject({ state: 'done' })
  expect(shop.bepaid.refunds.at(-1)).toMatchObject({ amount: 2_880 })
})

test('small refunds of one order are added up', async () => {
  const first = await refused(15)
  expect(await anna.client.closeOutside(first.id, { ...TRANSFER, version: first.version })).toMatchObject({
    state: 'done',
  })
  const second = await refused(13, first.order)
  expect(await anna.client.closeOutside(second.id, { ...TRANSFER, version: second.version })).toMatchObject({
    state: 'approved',
  })
  await vera.client.decideOutside(second.id, { agrees: true, version: second.version + 1 })
})

test.each([503, 401, 403, 408, 409, 429] as const)(
  'after a status %d the provider may have accepted it, so that it cannot be closed another way',
  async (status) => {
    const { order, id, version, isRefused } = await notAccepted(5, status)
    expect(isRefused).toBe(false)
    await expect(anna.client.closeOutside(id, { ...TRANSFER, version })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await refundOf(order.paymentId, id)).toMatchObject({ state: 'approved', outside: null })
  },
)

test('an outage after a refusal leaves the outcome open, a refusal after an outage does not', async () => {
  const { order, id, version, isRefused } = await notAccepted(5, 'failed')
  expect(isRefused).toBe(true)
  shop.bepaid.isDown = true
  await anna.client.sendRefund(id)
  shop.bepaid.isDown = false
  expect(await refundOf(order.paymentId, id)).toMatchObject({ isRefused: false, failure: 'status 503' })
  await expect(anna.client.closeOutside(id, { ...TRANSFER, version })).rejects.toMatchObject({
    code: 'conflict',
  })
  shop.bepaid.refusesRefunds = 400
  await anna.client.sendRefund(id)
  shop.bepaid.refusesRefunds = null
  expect(await refundOf(order.paymentId, id)).toMatchObject({ isRefused: true })
  expect(await anna.client.closeOutside(id, { ...TRANSFER, version })).toMatchObject({ state: 'done' })
})

test('a refund that the provider has accepted, or has not refused, cannot be closed another way', async () => {
  const order = await paidOrder()
  const { id: transactionId, version } = await moneyOf(order.paymentId)
  const body = {
    amount: { price: 5, currency: 'BYN' as const },
    reason: 'A sample could not be used.',
    endsOrder: false,
    version,
  }
  const { id } = await anna.client.requestRefund(transactionId, body)
  const { version: now } = await refundOf(order.paymentId, id)
  await expect(anna.client.closeOutside(id, { ...TRANSFER, version: now })).rejects.toMatchObject({
    code: 'conflict',
  })
  await expect(vera.client.decideOutside(id, { agrees: true, version: now })).rejects.toMatchObject({
    code: 'conflict',
  })
  const elsewhere = await createStaff(shop.api, { role: 'finance', laboratoryIds: [2] })
  await expect(elsewhere.client.closeOutside(id, { ...TRANSFER, version: now })).rejects.toMatchObject({
    status: 404,
  })
})

test('a refund that bePaid is still processing is asked about, and closed another way only once it has failed', async () => {
  const order = await paidOrder()
  const { id: transactionId, version } = await moneyOf(order.paymentId)
  shop.bepaid.refusesRefunds = 'pending'
  const { id, state } = await anna.client.requestRefund(transactionId, {
    amount: { price: 5, currency: 'BYN' },
    reason: 'A sample could not be used.',
    endsOrder: false,
    version,
  })
  shop.bepaid.refusesRefunds = null
  expect(state).toBe('approved')
  const { acceptedAs, ...accepted } = await refundOf(order.paymentId, id)
  expect(accepted).toMatchObject({ failure: null, isRefused: false, doneAt: null })
  await expect(
    anna.client.closeOutside(id, { ...TRANSFER, version: accepted.version }),
  ).rejects.toMatchObject({ code: 'conflict' })
  const isListed = async () =>
    (await anna.client.paymentAttention()).some(
      ({ orderNumber, kind }) => orderNumber === order.number && kind === 'refundNotTaken',
    )
  shop.clock.pass(11)
  expect(await isListed()).toBe(false)
  expect(await anna.client.sendRefund(id)).toMatchObject({ state: 'approved' })
  shop.bepaid.refundStatuses.set(acceptedAs!, 'failed')
  await sendWaitingRefunds(shop.api.context)
  expect(await isListed()).toBe(true)
  const failed = await refundOf(order.paymentId, id)
  expect(failed).toMatchObject({ isRefused: true, acceptedAs: null, reversals: [] })
  expect(await anna.client.closeOutside(id, { ...TRANSFER, version: failed.version })).toMatchObject({
    state: 'done',
  })
  expect(sentFor(order)).toHaveLength(1)
})
