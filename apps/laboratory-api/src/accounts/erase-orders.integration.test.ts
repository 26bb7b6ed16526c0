import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openShop, type Shop } from '../orders/testing/order-fixture.ts'
import { createOwner, type Owner } from '../testing/owner-fixture.ts'
import { TEST_PASSWORD } from '../testing/test-api.ts'

let database: TestDatabase
let shop: Shop
let owner: Owner
/** What the owner downloaded just before the erasure. */
let exported: { orders: { id: string }[] }
beforeAll(async () => {
  database = await openTestDatabase()
  shop = await openShop(database)
  owner = await createOwner(shop, '2040-03-06')
  exported = JSON.parse(await (await owner.client.exportAccount()).text())
  await owner.client.eraseAccount({ password: TEST_PASSWORD })
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

/** The tables that contain a text in any column but `beside`. */
async function tablesWith(text: string, beside = ''): Promise<string[]> {
  const { rows } = await database.queries.execute<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'laboratory' order by 1",
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: holding } = await database.queries.execute(
      `select 1 from laboratory."${name}" as t where (to_jsonb(t) - '${beside}')::text like '%${text}%' limit 1`,
    )
    if (holding.length > 0) found.push(name)
  }
  return found
}

test('before the erasure the export contains the orders and the results', () => {
  expect(exported.orders.map(({ id }) => id).sort()).toEqual([owner.orderId, owner.paidOrderId].sort())
  expect(JSON.stringify(exported)).toContain(owner.analysisResultId)
})

test('after the erasure the address and the account are nowhere, except in the proofs under the bare id', async () => {
  expect(await tablesWith(owner.user.email)).toEqual([])
  expect(await tablesWith(owner.user.id, 'owner_id')).toEqual(['accepted_document', 'audit_entry'])
})

test('what is kept names its owner by the bare id only', async () => {
  for (const table of [
    'customer_order',
    'order_history',
    'payment_transaction',
    'test_result',
    'observation',
  ]) {
    const { rows } = await database.queries.execute(`select distinct owner_id from laboratory."${table}"`)
    expect(rows, table).toEqual([{ owner_id: owner.user.id }])
  }
})

test('the unpaid order is cancelled and emptied, the paid one and its result stay with the laboratory', async () => {
  const { rows } = await database.queries.execute(
    'select id, state, user_id from laboratory.customer_order order by id',
  )
  expect(rows).toEqual([
    { id: owner.orderId, state: 'cancelled', user_id: null },
    { id: owner.paidOrderId, state: 'completed', user_id: null },
  ])
  expect(await tablesWith(owner.analysisResultId)).not.toEqual([])
  expect(await tablesWith(owner.testResultId)).not.toEqual([])
})

test('a new registration of the address sees nothing of the former account', async () => {
  const again = await shop.api.registerUser({ email: owner.user.email })
  // The address is nowhere again.
  onTestFinished(() => again.client.eraseAccount({ password: TEST_PASSWORD }))
  expect(await again.client.orders()).toEqual([])
  expect((await again.client.testResults()).items).toEqual([])
  expect(await again.client.patients()).toEqual([])
  await expect(again.client.order(owner.paidOrderId)).rejects.toMatchObject({ status: 404 })
  await expect(again.client.testResult(owner.testResultId)).rejects.toMatchObject({ status: 404 })
})
