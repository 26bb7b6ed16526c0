import { randomUUID } from 'node:crypto'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Customer, openShop, type Shop } from '../orders/testing/order-fixture.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { expectSoundBooks } from './testing/expect-sound-books.ts'
import { watchPayment } from './watch-payment.ts'

let database: TestDatabase
let shop: Shop
let other: TestApi
let customer: Customer
beforeAll(async () => {
  database = await openTestDatabase()
  shop = await openShop(database)
  const { settings } = shop.api.context
  // The other process opens no payment itself: its merchant does not accept the demo's currency.
  const payment = { ...settings.payment, currencies: ['EUR', 'PLN'] as const }
  other = await createTestApi({ database, now: () => shop.clock.now, settings: { ...settings, payment } })
  customer = await shop.customer()
})
afterAll(async () => {
  await expectSoundBooks(database)
  await other.close()
  await shop.close()
  await database.close()
})

async function mailsAbout(orderId: string): Promise<string[]> {
  const { rows } = await database.queries.execute<{ template: string }>(
    sql`select data ->> 'template' as template from jobs.job where name = 'mail' and data ->> 'orderId' = ${orderId}`,
  )
  return rows.map(({ template }) => template).toSorted()
}

test('concurrent notifications and looks of two processes settle once', async () => {
  const order = await shop.placeOrder(customer)
  shop.bepaid.conclude(order.token, 'successful')
  const notification = shop.bepaid.notification(order.token)
  const look = { orderId: order.id, since: shop.clock.now.toISOString(), look: 0 }
  await Promise.all(
    [shop.api, other].flatMap((api) => [
      api.request('POST', '/payments/bepaid/notifications', notification),
      api.request('POST', '/payments/bepaid/notifications', notification),
      watchPayment(api.context, look),
    ]),
  )
  const paid = await customer.client.order(order.id)
  expect(paid.history.map(({ cause }) => cause)).toEqual(['created', 'paymentSettled'])
  expect(await mailsAbout(order.id)).toEqual(['laboratoryOrder', 'orderPaid', 'orderReceived'])
})

test('a payment and the end of the time to pay, each in its own process, leave a paid order', {
  tags: ['slow'],
}, async () => {
  for (let round = 0; round < 5; round++) {
    const order = await shop.placeOrder(customer)
    shop.bepaid.conclude(order.token, 'successful')
    const notification = shop.bepaid.notification(order.token)
    shop.clock.pass(31)
    const look = { orderId: order.id, since: shop.clock.now.toISOString(), look: 3 }
    await Promise.all([
      other.request('POST', '/payments/bepaid/notifications', notification),
      watchPayment(shop.api.context, look),
    ])
    // The look asks the provider before it ends anything, so the payment wins, whichever is first.
    expect(await customer.client.order(order.id)).toMatchObject({
      state: 'paid',
      payment: { refundDue: false },
    })
  }
})

test('a concurrent cancellation and payment leave a paid order, or money that is or must be refunded', async () => {
  for (let round = 0; round < 5; round++) {
    const order = await shop.placeOrder(customer)
    shop.bepaid.conclude(order.token, 'successful')
    const notification = shop.bepaid.notification(order.token)
    await Promise.allSettled([
      other.request('POST', '/payments/bepaid/notifications', notification),
      customer.client.cancelOrder(order.id),
    ])
    const { state, payment } = await customer.client.order(order.id)
    expect(['paid false', 'cancelled true', 'refunded false']).toContain(`${state} ${payment.refundDue}`)
  }
})

test('if the provider does not accept the laboratory’s currency, nothing is ordered and no payment is opened', async () => {
  const { token } = customer
  const before = await customer.client.orders()
  const headers = { 'Idempotency-Key': randomUUID() }
  const ordered = await other.request('POST', '/orders', { token, headers, body: shop.orderOf(customer) })
  expect(await ordered.json()).toMatchObject({ status: 409, code: 'currency_not_accepted' })
  expect(await customer.client.orders()).toHaveLength(before.length)
  const order = await shop.placeOrder(customer)
  shop.bepaid.conclude(order.token, 'failed', true)
  await shop.notify(shop.bepaid.notification(order.token))
  const paid = await other.request('POST', `/orders/${order.id}/payment`, { token })
  expect(await paid.json()).toMatchObject({ status: 409, code: 'currency_not_accepted' })
  expect(await customer.client.order(order.id)).toMatchObject({ payment: { state: 'failed' } })
})
