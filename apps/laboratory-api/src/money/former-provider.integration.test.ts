import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Customer, openShop, type Shop } from '../orders/testing/order-fixture.ts'
import { sendWaitingRefunds } from '../payments/send-refund.ts'
import { paymentRefunds } from '../payments/tables.ts'
import { expectSoundBooks } from '../payments/testing/expect-sound-books.ts'
import { type StripeServer, startStripeServer } from '../payments/testing/stripe-server.ts'
import { createStaff, deskClient, everywhere, type TestStaff } from '../staff/testing/staff-fixture.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

let database: TestDatabase
let shop: Shop
let stripe: StripeServer
/** The same shop after its payments have been switched from bePaid to Stripe. */
let switched: TestApi
let customer: Customer
let anna: TestStaff
let vera: TestStaff
beforeAll(async () => {
  database = await openTestDatabase()
  shop = await openShop(database, { refundLimits: { EUR: 0, PLN: 0, BYN: 2_000 } })
  stripe = await startStripeServer()
  const settings = { ...shop.api.context.settings, payment: stripe.settings }
  switched = await createTestApi({ database, now: () => shop.clock.now, settings })
  customer = await shop.customer()
  anna = await createStaff(shop.api, everywhere('finance'))
  vera = await createStaff(shop.api, everywhere('finance'))
})
afterAll(async () => {
  await expectSoundBooks(database)
  await switched.close()
  await stripe.close()
  await shop.close()
  await database.close()
})

/** A refund of a payment that came through bePaid, and of which Stripe knows nothing. */
async function refundAsked(price: number, { endsOrder = false, isDown = false, isPending = false } = {}) {
  const order = await shop.placeOrder(customer)
  shop.bepaid.conclude(order.token, 'successful')
  await shop.notify(shop.bepaid.notification(order.token))
  const { payments } = await anna.client.listPayments({ find: order.number })
  const { transactions } = await anna.client.readPayment(payments[0]!.id)
  shop.bepaid.isDown = isDown
  shop.bepaid.refusesRefunds = isPending ? 'pending' : null
  const { id } = await anna.client.requestRefund(transactions[0]!.id, {
    amount: { price, currency: 'BYN' },
    reason: 'A sample could not be used.',
    endsOrder,
    version: 0,
  })
  shop.bepaid.isDown = false
  shop.bepaid.refusesRefunds = null
  return { id, orderId: order.id, number: order.number, transactionId: transactions[0]!.id }
}
const stored = async (id: string) =>
  (await database.queries.select().from(paymentRefunds).where(eq(paymentRefunds.id, id)))[0]!

test('a refund of a former provider’s payment is declined, but not approved: the order would end and the money stay', async () => {
  const { id, orderId } = await refundAsked(28.8, { endsOrder: true })
  const after = deskClient(switched, vera.token)
  await expect(after.decideRefund(id, { agrees: true, version: 1 })).rejects.toMatchObject({
    code: 'conflict',
  })
  expect(await stored(id)).toMatchObject({ state: 'requested', failure: null })
  expect(await customer.client.order(orderId)).toMatchObject({ state: 'paid' })
  expect(await after.decideRefund(id, { agrees: false, version: 1 })).toEqual({ id, state: 'declined' })
  expect(stripe.refunds).toEqual([])
})

test('a refund that the former provider may have made is not sent to the present one, whose answer would look like a refusal', async () => {
  const { id } = await refundAsked(5, { isDown: true })
  const after = deskClient(switched, anna.token)
  expect(await after.sendRefund(id)).toEqual({ id, state: 'approved' })
  shop.clock.pass(3)
  await sendWaitingRefunds(switched.context)
  expect(await stored(id)).toMatchObject({ failure: 'status 503' })
  // Switched back, the provider that took the money is asked.
  expect(await anna.client.sendRefund(id)).toMatchObject({ state: 'done' })
  expect(stripe.refunds).toEqual([])
})

test('a refund that the former provider has accepted is closed as made by it, in its books and with its id', async () => {
  const { id, number } = await refundAsked(5, { isPending: true })
  const { version, providerRefundId } = await stored(id)
  const closing = { way: 'formerProvider', reference: providerRefundId!, version } as const
  // As long as the provider can be asked, it is.
  await expect(anna.client.closeOutside(id, closing)).rejects.toMatchObject({ code: 'conflict' })
  const after = deskClient(switched, anna.token)
  const wrong = after.closeOutside(id, { ...closing, version: version + 1 })
  await expect(wrong).rejects.toMatchObject({ code: 'stale_write' })
  expect(await after.closeOutside(id, closing)).toEqual({ id, state: 'done' })
  await expect(after.closeOutside(id, closing)).rejects.toMatchObject({ code: 'stale_write' })
  expect(await stored(id)).toMatchObject({ state: 'done', providerRefundId, outsideWay: null })
  const date = shop.clock.now.toISOString().slice(0, 10)
  expect(await (await after.dayClosingCsv(date)).text()).toMatch(
    new RegExp(`refund,settled,${number},\\d+,bepaid,[^,]+,${providerRefundId},,5.00,BYN`),
  )
  const mail = { to: customer.user.email, subject: new RegExp(`${number}: refund`) }
  expect((await shop.api.mailServer.take(mail)).text).toContain('to the card or account it came from')
})

test('a refund is closed as made by the former provider under no id but its own', async () => {
  const { id, transactionId } = await refundAsked(5, { isPending: true })
  const after = deskClient(switched, anna.token)
  const closeAs = (refundId: string, reference: string, version: number) =>
    after.closeOutside(refundId, { way: 'formerProvider', reference, version })
  const { version, providerRefundId } = await stored(id)
  const refused = { status: 422, code: 'invalid_fields', errors: [{ path: 'reference' }] }
  await expect(closeAs(id, `${providerRefundId}-2`, version)).rejects.toMatchObject(refused)
  expect(await stored(id)).toMatchObject({ state: 'approved', version, providerRefundId })

  // Another part of the same payment, of which the former provider has said nothing.
  shop.bepaid.isDown = true
  const part = { amount: { price: 3, currency: 'BYN' as const }, reason: 'A tube broke.', endsOrder: false }
  const other = await anna.client.requestRefund(transactionId, { ...part, version: 1 })
  shop.bepaid.isDown = false
  const waiting = (await stored(other.id)).version
  await expect(closeAs(other.id, providerRefundId!, waiting)).rejects.toMatchObject(refused)
  expect(await closeAs(other.id, 'former 77', waiting)).toMatchObject({ state: 'done' })
  await expect(closeAs(id, 'former 77', version)).rejects.toMatchObject(refused)
  expect(await closeAs(id, providerRefundId!, version)).toMatchObject({ state: 'done' })
})

test('a refund that failed at the former provider is paid another way, above the limit with a second person', async () => {
  const { id } = await refundAsked(28.8)
  shop.bepaid.refusesRefunds = 'pending'
  expect(await vera.client.decideRefund(id, { agrees: true, version: 1 })).toMatchObject({
    state: 'approved',
  })
  shop.bepaid.refusesRefunds = null
  const { version, providerRefundId } = await stored(id)
  const [asAnna, asVera] = [deskClient(switched, anna.token), deskClient(switched, vera.token)]
  const transfer = { way: 'bankTransfer', reference: 'PP 1042', version } as const
  expect(await asAnna.closeOutside(id, transfer)).toEqual({ id, state: 'approved' })
  // The second person has looked again: the former provider has made it after all.
  expect(await asVera.decideOutside(id, { agrees: false, version: version + 1 })).toEqual({
    id,
    state: 'approved',
  })
  expect(await stored(id)).toMatchObject({ providerRefundId, outsideWay: null })
  expect(await asAnna.closeOutside(id, { ...transfer, version: version + 2 })).toEqual({
    id,
    state: 'approved',
  })
  expect(await asVera.decideOutside(id, { agrees: true, version: version + 3 })).toEqual({
    id,
    state: 'done',
  })
  expect(await stored(id)).toMatchObject({ providerRefundId: null, outsideWay: 'bankTransfer' })
})

test('a refund to which the former provider has not answered is closed, too', async () => {
  const { id } = await refundAsked(5, { isDown: true })
  const { version, providerRefundId } = await stored(id)
  expect(providerRefundId).toBeNull()
  const after = deskClient(switched, anna.token)
  expect(await after.closeOutside(id, { way: 'cash', reference: 'RKO 17', version })).toEqual({
    id,
    state: 'done',
  })
})
