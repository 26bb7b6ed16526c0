import { listedOrderSchema, orderCreatedSchema, orderSchema } from '@shop/contract/orders'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('an order is created, paid by a notification, and shown as paid', async () => {
  const customer = await shop.customer()
  const order = await shop.placeOrder(customer)
  orderCreatedSchema.parse(order)
  expect(order.number).toMatch(/^\d{7}$/)
  // ISO 7064, MOD 97-10: a number with a mistyped digit belongs to no order.
  expect(Number(order.number) % 97).toBe(1)
  const waiting = orderSchema.parse(await customer.client.order(order.id))
  expect(waiting).toMatchObject({ state: 'awaitingPayment', payment: { state: 'redirected', paidAt: null } })

  shop.bepaid.conclude(order.token, 'successful')
  const answer = await shop.notify(shop.bepaid.notification(order.token))
  expect(await answer.json()).toEqual({ verdict: 'settled' })

  const paid = orderSchema.parse(await customer.client.order(order.id))
  expect(paid).toMatchObject({ state: 'paid', expiresAt: null, payment: { state: 'paid', refundDue: false } })
  expect(paid.history.map(({ state, cause }) => [state, cause])).toEqual([
    ['awaitingPayment', 'created'],
    ['paid', 'paymentSettled'],
  ])
  const list = listedOrderSchema.array().parse(await customer.client.orders())
  expect(list).toHaveLength(1)
  expect(await customer.client.orders({ limit: 1 })).toEqual(list)
  expect(await customer.client.orders({ before: order.id })).toEqual([])
  await expect(customer.client.orders({ before: 'made-up' })).rejects.toMatchObject({ status: 422 })
  expect(list[0]?.patientIds).toEqual(paid.patients.map(({ patientId }) => patientId))
  expect(list[0]).toMatchObject({ number: order.number, analysisCount: 1, patientNames: ['Anna Kowalska'] })
  expect(list[0]?.tests).toEqual({ names: ['Complete blood count with differential and ESR'], count: 1 })
})
