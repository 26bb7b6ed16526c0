import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '../orders/testing/order-fixture.ts'

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

test('a patient in an open order cannot be deleted until the order is closed', async () => {
  const customer = await shop.customer()
  const order = await shop.placeOrder(customer)
  await expect(customer.client.deletePatient(customer.patientId)).rejects.toMatchObject({
    status: 409,
    code: 'patient_in_open_order',
  })
  expect(await customer.client.patients()).toHaveLength(1)
  await customer.client.cancelOrder(order.id)
  await customer.client.deletePatient(customer.patientId)
  expect(await customer.client.patients()).toEqual([])
  expect((await customer.client.order(order.id)).state).toBe('cancelled')
})

test('a concurrent order and deletion leave no open order without its patient', async () => {
  for (let round = 0; round < 5; round++) {
    const customer = await shop.customer()
    const start = `2040-03-07T${String(9 + round).padStart(2, '0')}:00:00+03:00`
    const [ordered, deleted] = await Promise.allSettled([
      shop.placeOrder(customer, { visit: { kind: 'branch', start } }),
      customer.client.deletePatient(customer.patientId),
    ])
    expect([ordered.status, deleted.status].sort()).toEqual(['fulfilled', 'rejected'])
  }
})
