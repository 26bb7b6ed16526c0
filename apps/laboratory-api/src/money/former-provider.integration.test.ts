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
async function refundAsked(price: number, { endsOrder = false, isDown = false } = {}) {
  const order = await shop.placeOrder(customer)
  shop.bepaid.conclude(order.token, 'successful')
  await shop.notify(shop.bepaid.notification(order.token))
  const { payments } = await anna.client.listPayments({ find: order.number })
  const { transactions } = await anna.client.readPayment(payments[0]!.id)
  shop.bepaid.isDown = isDown
  const { id } = await anna.client.requestRefund(transactions[0]!.id, {
    amount: { price, currency: 'BYN' },
    reason: 'A sample could not be used.',
    endsOrder,
    version: 0,
  })
  shop.bepaid.isDown = false
  return { id, orderId: order.id }
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
  const { version, failure } = await stored(id)
  expect(failure).toBe('status 503')
  await expect(
    after.closeOutside(id, { way: 'bankTransfer', reference: 'PP 1042', version }),
  ).rejects.toMatchObject({ code: 'conflict' })
  // Switched back, the provider that took the money is asked.
  expect(await anna.client.sendRefund(id)).toMatchObject({ state: 'done' })
  expect(stripe.refunds).toEqual([])
})
