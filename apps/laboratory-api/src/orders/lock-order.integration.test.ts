import { randomUUID } from 'node:crypto'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockOrder } from './lock-order.ts'
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

test('an order is locked for its account, for nobody else, and as nobody’s once that is erased', async () => {
  const customer = await shop.customer()
  const { id } = await shop.placeOrder(customer)
  const lock = (userId: string | null) =>
    database.transaction(async (queries) => (await lockOrder(queries, { id, userId }))?.userId)
  const owner = customer.user.id
  expect(await lock(owner)).toBe(owner)
  expect(await lock(randomUUID())).toBeUndefined()
  expect(await lock(null)).toBeUndefined()
  await database.queries.update(orders).set({ userId: null }).where(eq(orders.id, id))
  expect(await lock(owner)).toBeNull()
  expect(await lock(null)).toBeNull()
})
