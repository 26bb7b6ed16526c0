import { createLaboratory, observation, paidOrder, reportOn } from '../fhir/testing/laboratory.ts'
import type { Customer, Shop } from '../orders/testing/order-fixture.ts'

const HAEMOGLOBIN = '718-7'

/** A customer with one of everything that is personal: an order that waits for its payment, and a result. */
export interface Owner extends Customer {
  orderId: string
  paidOrderId: string
  testResultId: string
  analysisResultId: string
}

/** `day` as `2040-03-06`: the visits' day; each owner needs one of its own. */
export async function createOwner(shop: Shop, day: string): Promise<Owner> {
  const customer = await shop.customer()
  const at = (time: string) => ({ visit: { kind: 'branch' as const, start: `${day}T${time}:00+03:00` } })
  const order = await shop.placeOrder(customer, at('09:00'))
  const laboratory = createLaboratory(shop)
  const { id: paidOrderId, requests } = await paidOrder(shop, laboratory, customer, at('10:00'))
  await laboratory.report(...reportOn(requests[0], [observation(requests[0], HAEMOGLOBIN)]))
  const [result] = (await customer.client.testResults()).items
  const { analyses } = await customer.client.patientResults(result!.id, customer.patientId)
  return {
    ...customer,
    orderId: order.id,
    paidOrderId,
    testResultId: result!.id,
    analysisResultId: analyses[0]!.id,
  }
}
