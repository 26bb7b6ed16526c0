import { createLaboratory, observation, paidOrder, reportOn } from '../fhir/testing/laboratory.ts'
import type { Customer, Shop } from '../orders/testing/order-fixture.ts'

const HAEMOGLOBIN = '718-7'

/** A customer with one of every personal object: an unpaid order, a paid one and a result. */
export interface Owner extends Customer {
  orderId: string
  paidOrderId: string
  testResultId: string
  analysisResultId: string
}

/** What a path can name of an owner's. */
type OwnIds = { user: { id: string } } & Pick<
  Owner,
  'patientId' | 'orderId' | 'paidOrderId' | 'testResultId' | 'analysisResultId'
>

/** The owner's objects, by the parameters of paths. */
const PARAMETERS: Record<string, (owner: OwnIds) => string> = {
  '/users id': ({ user }) => user.id,
  '/patient id': ({ patientId }) => patientId,
  '/orders id': ({ orderId }) => orderId,
  // Only a paid order has a receipt.
  '/orders/{id}/receipt.pdf id': ({ paidOrderId }) => paidOrderId,
  '/test-results id': ({ testResultId }) => testResultId,
  '/test-results patientId': ({ patientId }) => patientId,
  '/test-results analysisResultId': ({ analysisResultId }) => analysisResultId,
}

/** The owner's value of a path parameter; undefined: it names nothing personal. */
export const ownValue = (path: string, name: string, owner: OwnIds): string | undefined =>
  (PARAMETERS[`${path} ${name}`] ?? PARAMETERS[`/${path.split('/')[1]} ${name}`])?.(owner)

/** `day` as `2040-03-06`, the day of the visits; each owner needs a different one. */
export async function createOwner(
  shop: Shop,
  day: string,
  named?: Parameters<Shop['customer']>[0],
): Promise<Owner> {
  const customer = await shop.customer(named)
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
