import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '../orders/testing/order-fixture.ts'
import { openTestResults } from './open-test-results.ts'
import { analysisResults } from './tables.ts'

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

test('the version of an account changes only with its own orders and results, and costs two statements', async () => {
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
  await openTestResults(database.queries, {
    orderIds: [id],
    numbers: [],
    laboratoryIds: null,
    now: () => shop.clock.now,
  })
  await note()
  // A change that is not mailed: a preliminary value, or a second one soon after the first.
  await database.queries
    .update(analysisResults)
    .set({ changedAt: shop.clock.now })
    .where(eq(analysisResults.orderId, id))
  await note()
  expect(new Set(versions).size).toBe(5)
  await shop.placeOrder(other)
  await note()
  expect(versions.at(-1)).toBe(versions.at(-2))
  const statements = await database.statementsOf(() => customer.client.accountVersion())
  expect(statements.length).toBeLessThanOrEqual(2)
})
