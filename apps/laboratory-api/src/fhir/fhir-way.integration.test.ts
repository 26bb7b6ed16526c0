import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Customer, openShop, type Shop } from '../orders/testing/order-fixture.ts'
import {
  createLaboratory,
  type Laboratory,
  observation,
  paidOrder,
  reportOn,
  specimenOf,
} from './testing/laboratory.ts'

const HAEMOGLOBIN = '718-7'

let database: TestDatabase
let shop: Shop
let laboratory: Laboratory
let customer: Customer
beforeAll(async () => {
  database = await openTestDatabase()
  shop = await openShop(database)
  laboratory = createLaboratory(shop)
  customer = await shop.customer()
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

const stateOf = async (orderId: string) => (await customer.client.order(orderId)).state

test('an order goes from collection over work and a preliminary report to its end', async () => {
  const order = await paidOrder(shop, laboratory, customer)
  const [request] = order.requests
  expect(request).toMatchObject({ status: 'active', requisition: { value: order.number } })

  const collected = await laboratory.report(specimenOf([request]))
  expect(collected).toMatchObject({ status: 200, body: { type: 'transaction-response' } })
  expect(await stateOf(order.id)).toBe('collected')

  await laboratory.report(...reportOn(request, [], { status: 'registered', issued: undefined }))
  expect(await stateOf(order.id)).toBe('inProgress')

  const value = observation(request, HAEMOGLOBIN, { status: 'preliminary' })
  await laboratory.report(...reportOn(request, [value], { status: 'preliminary' }))
  expect(await stateOf(order.id)).toBe('partiallyReported')

  const final = await laboratory.report(...reportOn(request, [observation(request, HAEMOGLOBIN)]))
  expect(final.body).not.toHaveProperty('issue')
  expect(await stateOf(order.id)).toBe('completed')
  expect((await laboratory.requests(order.number))[0].status).toBe('completed')
})
