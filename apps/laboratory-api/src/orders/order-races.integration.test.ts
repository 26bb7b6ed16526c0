import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { projectFiles } from '@shop/server/project-files'
import { count, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visitSlot } from '../visits/tables.ts'
import { skipOrderNumbers } from './skip-order-numbers.ts'
import { orders } from './tables.ts'
import { type Customer, openShop, type Shop } from './testing/order-fixture.ts'

let database: TestDatabase
let shop: Shop
let customer: Customer
beforeAll(async () => {
  database = await openTestDatabase()
  shop = await openShop(database, { slotCapacity: { homeCall: 4, branch: 1 }, unpaidOrderLimit: 8 })
  customer = await shop.customer()
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

function code(result: PromiseSettledResult<unknown>): string {
  return result.status === 'fulfilled' ? 'created' : result.reason.code
}

test('of two hundred concurrent orders of twenty people for the last place, one gets it and 199 are refused', {
  tags: ['ASVS-2.3.4'],
}, async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => shop.customer()))
  const visit = { kind: 'branch', start: '2040-03-20T09:00:00+03:00' } as const
  const results = await Promise.allSettled(
    Array.from({ length: 200 }, (_, index) => {
      const person = people[index % people.length]!
      return person.client.createOrder(shop.orderOf(person, { visit }), randomUUID())
    }),
  )
  const codes = Object.groupBy(results.map(code), (each) => each)
  expect(codes.created).toHaveLength(1)
  expect(codes.slot_taken).toHaveLength(199)
  const [slot] = await database.queries
    .select()
    .from(visitSlot)
    .where(eq(visitSlot.start, new Date('2040-03-20T06:00:00Z')))
  expect(slot?.taken).toBe(1)
})

test('after a restore, the documented statement lets order numbers begin beyond those given out before', async () => {
  const person = await shop.customer()
  const serialOfNext = async () => Number((await shop.placeOrder(person)).number.slice(0, -2))
  const before = await serialOfNext()
  const page = readFileSync(join(projectFiles, 'docs/operations/backup.md'), 'utf8')
  const [, statement = ''] = /`(select setval[^`]+)`/.exec(page) ?? []
  expect(await database.statementsOf(() => skipOrderNumbers(database.queries))).toContain(statement)
  await database.queries.execute(sql.raw(statement))
  expect(await serialOfNext()).toBeGreaterThan(before + 100_000)
})

test('one key sent fifty times concurrently makes one order and one answer, even for the last place', async () => {
  const request = shop.orderOf(customer)
  const key = randomUUID()
  const before = await countOrders()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => customer.client.createOrder(request, key)),
  )
  expect(await countOrders()).toBe(before + 1)
  const { id, redirectUrl } = await customer.client.createOrder(request, key)
  expect(new Set(answers.map((answer) => answer.id))).toEqual(new Set([id]))
  // On a busy machine the provider may not answer all in time: the others are led to the order, where it can be paid.
  const others = answers.filter((answer) => answer.redirectUrl !== redirectUrl)
  expect(
    others.filter((other) => !other.redirectUrl.endsWith(`/order/order-submitted?orderId=${id}`)),
  ).toEqual([])
})

test('a key with another body is refused', async () => {
  const key = randomUUID()
  await customer.client.createOrder(shop.orderOf(customer), key)
  await expect(customer.client.createOrder(shop.orderOf(customer), key)).rejects.toMatchObject({
    status: 409,
    code: 'idempotency_key_reused',
  })
})

test('the same key from another account makes another order', async () => {
  const other = await shop.customer()
  const key = randomUUID()
  const mine = await customer.client.createOrder(shop.orderOf(customer), key)
  const theirs = await other.client.createOrder(shop.orderOf(other), key)
  expect(theirs.id).not.toBe(mine.id)
})

test('a repeated request is answered even when the price has changed or the time has passed', async () => {
  const request = shop.orderOf(customer)
  const key = randomUUID()
  const first = await customer.client.createOrder(request, key)
  shop.clock.pass(31)
  const again = await customer.client.createOrder(request, key)
  expect(again).toMatchObject({ id: first.id, number: first.number })
  expect(again.redirectUrl).toBe(`http://shop.example/order/order-submitted?orderId=${first.id}`)
})

test('of ten concurrent orders of an account, only as many are made as may be unpaid', {
  tags: ['ASVS-2.3.2'],
}, async () => {
  const buyer = await shop.customer()
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => shop.placeOrder(buyer)))
  const codes = Object.groupBy(results.map(code), (each) => each)
  expect(codes.created).toHaveLength(8)
  expect(codes.too_many_unpaid_orders).toHaveLength(2)
  const [first] = await buyer.client.orders()
  await buyer.client.cancelOrder(first!.id)
  await shop.placeOrder(buyer)
  await expect(shop.placeOrder(buyer)).rejects.toMatchObject({ status: 409, code: 'too_many_unpaid_orders' })
})

test('when a patient is deleted while an order is made, either the deletion or the order is refused', async () => {
  const other = await shop.customer()
  const [order, deletion] = await Promise.allSettled([
    shop.placeOrder(other),
    other.client.deletePatient(other.patientId),
  ])
  const outcome = [code(order), deletion.status === 'fulfilled' ? 'deleted' : deletion.reason.code]
  expect([
    ['created', 'patient_in_open_order'],
    ['unknown_patient', 'deleted'],
  ]).toContainEqual(outcome)
})

async function countOrders(): Promise<number> {
  const [row] = await database.queries.select({ n: count() }).from(orders)
  return row!.n
}

test('one key sent ten times concurrently makes one order and one answer, even if no further order may be unpaid', async () => {
  const buyer = await shop.customer()
  const at = (quarter: number) => {
    const start = new Date(Date.parse('2040-03-29T06:00:00Z') + quarter * 15 * 60_000).toISOString()
    return { visit: { kind: 'branch', start } } as const
  }
  for (let made = 0; made < 7; made++) await shop.placeOrder(buyer, at(made))
  const [request, key] = [shop.orderOf(buyer, at(7)), randomUUID()]
  const answers = await Promise.all(Array.from({ length: 10 }, () => buyer.client.createOrder(request, key)))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  await expect(shop.placeOrder(buyer, at(8))).rejects.toMatchObject({ code: 'too_many_unpaid_orders' })
})
