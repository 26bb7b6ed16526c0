import { beforeAll, expect, test } from 'vitest'
import type { Customer } from '../orders/testing/order-fixture.ts'
import { observation, paidOrder, reportOn, specimenOf } from './testing/laboratory.ts'
import { laboratoryOfFile } from './testing/laboratory-of-file.ts'

const HAEMOGLOBIN = '718-7'

const house = laboratoryOfFile()
let customer: Customer
beforeAll(async () => {
  customer = await house.shop.customer()
})

const stateOf = async (orderId: string) => (await customer.client.order(orderId)).state

test('an order advances from collection through work and a preliminary report to completion', async () => {
  const order = await paidOrder(house.shop, house.laboratory, customer)
  const [request] = order.requests
  expect(request).toMatchObject({ status: 'active', requisition: { value: order.number } })

  const collected = await house.laboratory.report(specimenOf([request]))
  expect(collected).toMatchObject({ status: 200, body: { type: 'transaction-response' } })
  expect(await stateOf(order.id)).toBe('collected')

  await house.laboratory.report(...reportOn(request, [], { status: 'registered', issued: undefined }))
  expect(await stateOf(order.id)).toBe('inProgress')

  const value = observation(request, HAEMOGLOBIN, { status: 'preliminary' })
  await house.laboratory.report(...reportOn(request, [value], { status: 'preliminary' }))
  expect(await stateOf(order.id)).toBe('partiallyReported')

  const final = await house.laboratory.report(...reportOn(request, [observation(request, HAEMOGLOBIN)]))
  expect(final.body).not.toHaveProperty('issue')
  expect(await stateOf(order.id)).toBe('completed')
  expect((await house.laboratory.requests(order.number))[0].status).toBe('completed')
})
