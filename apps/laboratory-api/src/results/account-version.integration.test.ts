import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '../orders/testing/order-fixture.ts'
import { testResults } from './tables.ts'

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

test('the version of an account changes with its orders and results, with nobody else’s, and costs two statements', async () => {
  const customer = await shop.customer()
  const other = await shop.customer()
  const versions: string[] = []
  const note = async () => {
    shop.clock.pass(1)
    versions.push((await customer.client.accountVersion()).version)
  }
  await note()
  const { id } = await shop.placeOrder(customer)
  await note()
  await customer.client.cancelOrder(id)
  await note()
  await database.queries.insert(testResults).values({
    id: crypto.randomUUID(),
    orderId: id,
    userId: customer.user.id,
    sampledAt: shop.clock.now,
    createdAt: shop.clock.now,
  })
  await note()
  expect(new Set(versions).size).toBe(4)
  await shop.placeOrder(other)
  await note()
  expect(versions.at(-1)).toBe(versions.at(-2))
  const statements = await database.statementsOf(() => customer.client.accountVersion())
  expect(statements.length).toBeLessThanOrEqual(2)
})
