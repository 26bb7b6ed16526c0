import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLaboratory, type Laboratory } from '../fhir/testing/laboratory.ts'
import { openShop, type Shop } from '../orders/testing/order-fixture.ts'
import { resultShares, testResults } from './tables.ts'
import { reportedResult } from './testing/reported-result.ts'

let database: TestDatabase
let shop: Shop
let laboratory: Laboratory
beforeAll(async () => {
  database = await openTestDatabase()
  shop = await openShop(database)
  laboratory = createLaboratory(shop)
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

test('the export holds the results and who was let in', async () => {
  const customer = await shop.customer()
  const { id } = await reportedResult({ shop, laboratory }, customer)
  const { token, pin } = await customer.client.createShare(id, customer.patientId, { days: 7 })
  await shop.api.client().openShare(token, pin)
  const file = await (await customer.client.exportAccount()).json()
  expect(file).toMatchObject({
    testResults: [{ code: '1001', status: 'final', observations: [{ number: 116, unit: 'g/L' }] }],
    sharedResults: [{ testResultId: id, views: [{ pinWasRight: true }] }],
  })
  expect(JSON.stringify(file)).not.toContain(token)
})

test('an erased account leaves the results with the laboratory, cut off, and closes its links', async () => {
  const customer = await shop.customer()
  const { id } = await reportedResult({ shop, laboratory }, customer)
  const { token, pin } = await customer.client.createShare(id, customer.patientId, { days: 7 })
  await customer.client.eraseAccount(customer.password)
  const [kept] = await database.queries.select().from(testResults).where(eq(testResults.id, id))
  expect(kept).toMatchObject({ userId: null })
  expect(await database.queries.select().from(resultShares).where(eq(resultShares.testResultId, id))).toEqual(
    [],
  )
  await expect(shop.api.client().openShare(token, pin)).rejects.toMatchObject({ status: 404 })
})
