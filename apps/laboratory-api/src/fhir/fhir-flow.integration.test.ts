import { beforeAll, expect, test } from 'vitest'
import type { Customer } from '../orders/testing/order-fixture.ts'
import { HAEMOGLOBIN, PLATELETS, reportedResult } from '../results/testing/reported-result.ts'
import { observation, paidOrder, quantity, reportOn, specimenOf } from './testing/laboratory.ts'
import { laboratoryOfFile } from './testing/laboratory-of-file.ts'

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

test('the only limit of a range belongs to it if its laboratory says so, for the patient and for the laboratory', async () => {
  const high = { valueQuantity: quantity(116, 'g/L'), referenceRange: [{ high: quantity(116, 'g/L') }] }
  const low = quantity(312, '10*9/L')
  const { analysisResultId, id } = await reportedResult(house, customer, (request) => [
    observation(request, HAEMOGLOBIN, high),
    observation(request, PLATELETS, { valueQuantity: low, referenceRange: [{ low, text: '>312' }] }),
  ])
  const { client, patientId } = customer
  const { observations } = await client.analysisResult(id, patientId, analysisResultId)
  expect(observations.map(({ referenceRange, interpretation }) => [referenceRange, interpretation])).toEqual([
    [{ high: 116, includesLimit: true }, 'normal'],
    [{ low: 312 }, 'low'],
  ])
  const read = observations.map((value) => house.laboratory.call('GET', `/Observation/${value.id}`))
  const texts = (await Promise.all(read)).map(({ body }) => body.referenceRange[0].text)
  expect(texts).toEqual([undefined, '>312'])
})
