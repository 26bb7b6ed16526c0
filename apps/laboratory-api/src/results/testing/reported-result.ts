import { expect } from 'vitest'
import {
  type Laboratory,
  observation,
  paidOrder,
  type Resource,
  reportOn,
  specimenOf,
} from '../../fhir/testing/laboratory.ts'
import type { Customer, Shop } from '../../orders/testing/order-fixture.ts'

export const HAEMOGLOBIN = '718-7'
export const PLATELETS = '777-3'

/** A paid blood count with a final report: haemoglobin 116 g/L by default. */
export async function reportedResult(
  { shop, laboratory }: { shop: Shop; laboratory: Laboratory },
  customer: Customer,
  observations: (request: Resource) => Resource[] = (request) => [observation(request, HAEMOGLOBIN)],
  { sampled = '2040-03-05T08:05:00+03:00', ...overrides }: Resource = {},
) {
  const order = await paidOrder(shop, laboratory, customer)
  const [request] = order.requests
  const specimen = specimenOf([request], { collection: { collectedDateTime: sampled } })
  const report = reportOn(request, observations(request), { effectiveDateTime: undefined, ...overrides })
  const answer = await laboratory.report(specimen, ...report)
  expect(answer.body.issue).toBeUndefined()
  const { items } = await customer.client.testResults()
  const { id } = items.find(({ orderId }) => orderId === order.id)!
  const { analyses } = await customer.client.patientResults(id, customer.patientId)
  return { order, request, id, analysisResultId: analyses[0]!.id }
}
