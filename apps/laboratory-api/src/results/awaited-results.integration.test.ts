import { expect, test } from 'vitest'
import { paidOrder, specimenOf } from '../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { analysisId } from '../orders/testing/order-fixture.ts'

const house = laboratoryOfFile()

test('an analysis that is not reported yet says when it is expected', async () => {
  const customer = await house.shop.customer()
  const analysisIds = [analysisId(house.shop.api, '1001'), analysisId(house.shop.api, '2001')]
  const order = await paidOrder(house.shop, house.laboratory, customer, {
    patients: [{ patientId: customer.patientId, analysisIds, optionalMaterials: {}, pregnant: false }],
  })
  await house.laboratory.report(specimenOf(order.requests))
  const [item] = (await customer.client.testResults()).items
  expect(item).toMatchObject({ complete: false, unread: false, patients: [{ reportedCount: 0 }] })
  const { analyses } = await customer.client.patientResults(item!.id, customer.patientId)
  expect(analyses).toMatchObject([
    { status: null, expectedDate: '2040-03-06' },
    { status: null, reportedAt: null },
  ])
})

test('an analysis that should have been reported by now names no day', async () => {
  const customer = await house.shop.customer()
  const order = await paidOrder(house.shop, house.laboratory, customer)
  const collection = { collectedDateTime: '2040-02-01T08:00:00+03:00' }
  await house.laboratory.report(specimenOf(order.requests, { collection }))
  const [item] = (await customer.client.testResults()).items
  const { analyses } = await customer.client.patientResults(item!.id, customer.patientId)
  expect(analyses).toMatchObject([{ status: null, expectedDate: null }])
})
