import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { lockOrder } from './order-queries.ts'
import { remindOfVisits } from './remind-of-visits.ts'
import { orderMails, orders } from './tables.ts'
import { type Customer, openShop, type Shop } from './testing/order-fixture.ts'

let database: TestDatabase
let shop: Shop
let customer: Customer
beforeAll(async () => {
  database = await openTestDatabase('filled', { isMadeUp: true })
  shop = await openShop(database)
  customer = await shop.customer()
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

async function paidOrder(start: string) {
  const order = await shop.placeOrder(customer, { visit: { kind: 'branch', start } })
  shop.bepaid.conclude(order.token, 'successful')
  await shop.notify(shop.bepaid.notification(order.token))
  return order
}

/** Copies of this paid order, as orders of erased accounts. */
function copies(orderId: string, count: number) {
  return database.queries.execute(sql`
    insert into laboratory.customer_order (id, owner_id, idempotency_key, request_hash, state, locale, currency, total, laboratory_id,
      laboratory, visit_kind, visit_start, visit_end, feedback, expires_at, created_at, updated_at)
    select n, n, n, request_hash, state, locale, currency, total, laboratory_id,
      laboratory, visit_kind, visit_start, visit_end, feedback, expires_at, created_at, updated_at
    from laboratory.customer_order, (select gen_random_uuid() n from generate_series(1, ${count}::integer)) ids where id = ${orderId}`)
}

test('on a day with many visits no transaction holds more than two hundred, and each visit is reminded of once', {
  tags: ['slow'],
}, async () => {
  const start = '2040-03-13T09:00:00+03:00'
  const { id } = await paidOrder(start)
  await copies(id, 450)
  shop.clock.now = new Date('2040-03-12T12:00:00Z')
  expect(await remindOfVisits(shop.api.context)).toBe(451)
  expect(await remindOfVisits(shop.api.context)).toBe(0)
  const isThen = eq(orders.visitStart, new Date(start))
  const batches = await database.queries
    .select({ size: sql<number>`count(*)::integer` })
    .from(orders)
    .where(and(isNotNull(orders.remindedAt), isThen))
    .groupBy(sql`xmin::text`)
  expect(batches.map(({ size }) => size).toSorted()).toEqual([200, 200, 51])
  const mails = await database.queries
    .select({ orderId: orderMails.orderId })
    .from(orderMails)
    .innerJoin(orders, eq(orders.id, orderMails.orderId))
    .where(and(eq(orderMails.template, 'visitTomorrow'), isThen))
  expect(mails).toHaveLength(451)
  expect(new Set(mails.map(({ orderId }) => orderId)).size).toBe(451)
})

// The embedded engine has a single connection, so nothing runs concurrently.
test.skipIf(inject('engine') === 'embedded')(
  'an order being changed holds up no reminder and gets its own in the next run; two concurrent runs remind of different orders',
  { tags: ['slow'] },
  async () => {
    shop.clock.now = new Date('2040-03-13T06:00:00Z')
    const held = await paidOrder('2040-03-15T09:00:00+03:00')
    await paidOrder('2040-03-15T09:15:00+03:00')
    await copies(held.id, 300)
    shop.clock.now = new Date('2040-03-14T12:00:00Z')
    const { context } = shop.api
    const looks = await database.transaction(async (queries) => {
      await lockOrder(queries, { id: held.id, ownerId: customer.user.id })
      return Promise.all([remindOfVisits(context), remindOfVisits(context)])
    })
    expect(looks[0]! + looks[1]!).toBe(301)
    expect(await remindOfVisits(context)).toBe(1)
  },
)
