import { randomUUID } from 'node:crypto'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestResults } from '../results/open-test-results.ts'
import { lockOrder } from './order-queries.ts'
import { orders } from './tables.ts'
import { openShop, type Shop } from './testing/order-fixture.ts'

let database: TestDatabase
let shop: Shop
beforeAll(async () => {
  database = await openTestDatabase()
  shop = await openShop(database)
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

test('an order is locked for its owner, even once the account is erased, and for no one else', async () => {
  const customer = await shop.customer()
  const { id } = await shop.placeOrder(customer)
  const lock = (ownerId: string) =>
    database.transaction(async (queries) => (await lockOrder(queries, { id, ownerId }))?.userId)
  const owner = customer.user.id
  expect(await lock(owner)).toBe(owner)
  expect(await lock(randomUUID())).toBeUndefined()
  await database.queries.update(orders).set({ userId: null }).where(eq(orders.id, id))
  expect(await lock(owner)).toBeNull()
  expect(await lock(randomUUID())).toBeUndefined()
})

test('a report on orders of several accounts locks each order by its own owner', async () => {
  const customers = [await shop.customer(), await shop.customer()]
  const placed = await Promise.all(customers.map((customer) => shop.placeOrder(customer)))
  const pairs = placed.map(({ id }, at) => [id, customers[at]!.user.id].sort())
  const locks: unknown[][] = []
  const named = { orderIds: [placed[1]!.id], numbers: [placed[0]!.number], laboratoryIds: null }
  await database.watch(
    (text, parameters) => {
      if (text.endsWith('for update')) locks.push(parameters.toSorted())
    },
    () =>
      database.transaction((queries) => openTestResults(queries, { ...named, now: () => shop.clock.now })),
  )
  expect(locks.toSorted()).toEqual(pairs.toSorted())
})

test('touching a session names its account', async () => {
  const { token, user } = await shop.customer()
  shop.clock.pass(10)
  const locks: unknown[][] = []
  await database.watch(
    (text, parameters) => {
      if (/for update/.test(text)) locks.push(parameters)
    },
    () => shop.api.request('GET', '/users/current', { token }),
  )
  expect(locks).toHaveLength(1)
  // The update and the lock inside it.
  expect(locks[0]!.filter((value) => value === user.id)).toHaveLength(2)
})
