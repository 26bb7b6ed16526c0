import { randomUUID } from 'node:crypto'
import type { CreateOrder } from '@shop/contract/orders'
import type { Customer, Shop } from '../../orders/testing/order-fixture.ts'
import { FHIR_JSON } from '../answer.ts'

/** FHIR as JSON; each test checks what it reads. */
// biome-ignore lint/suspicious/noExplicitAny: resources of another party, read as they come
export type Resource = any

const LOINC = 'http://loinc.org'
const UCUM = 'http://unitsofmeasure.org'

/** Calls the interface as the sandbox's analyser, which works for every laboratory, or with the token of a client. */
export function createLaboratory(shop: Shop, token = shop.api.context.settings.labSystemToken!) {
  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: Resource; headers: Headers }> {
    const answer = await shop.api.request(method, `/fhir/R4${path}`, {
      token,
      body,
      headers: { 'Content-Type': FHIR_JSON, ...headers },
    })
    return { status: answer.status, body: await answer.json(), headers: answer.headers }
  }
  return {
    call,
    report: (...entries: Resource[]) => call('POST', '', transaction(...entries)),
    /** ServiceRequests of an order, in the order of its lines. */
    async requests(orderNumber: string): Promise<Resource[]> {
      const { body } = await call('GET', `/ServiceRequest?requisition=${orderNumber}&_count=200`)
      return body.entry.map(({ resource }: Resource) => resource)
    },
  }
}
export type Laboratory = ReturnType<typeof createLaboratory>

/** A paid order and its ServiceRequests. */
export async function paidOrder(
  shop: Shop,
  laboratory: Laboratory,
  customer: Customer,
  overrides: Partial<CreateOrder> = {},
) {
  const order = await shop.placeOrder(customer, overrides)
  shop.bepaid.conclude(order.token, 'successful')
  await shop.notify(shop.bepaid.notification(order.token))
  return { ...order, requests: await laboratory.requests(order.number) }
}

export function transaction(...resources: Resource[]): Resource {
  return {
    resourceType: 'Bundle',
    type: 'transaction',
    entry: resources.map(({ fullUrl, ...resource }) => ({
      ...(fullUrl ? { fullUrl } : {}),
      resource,
      request: { method: 'POST', url: resource.resourceType },
    })),
  }
}

/** A final report on a request with these observations, which follow it in the bundle. */
export function reportOn(request: Resource, observations: Resource[], overrides: Resource = {}): Resource[] {
  return [
    {
      resourceType: 'DiagnosticReport',
      identifier: [{ system: 'https://laboratory.example/reports', value: `report-${request.id}` }],
      basedOn: [{ reference: `ServiceRequest/${request.id}` }],
      status: 'final',
      code: request.code,
      subject: request.subject,
      effectiveDateTime: '2040-03-05T08:10:00+03:00',
      issued: '2040-03-05T08:40:00+03:00',
      ...(observations.length > 0
        ? { result: observations.map(({ fullUrl }) => ({ reference: fullUrl })) }
        : {}),
      ...overrides,
    },
    ...observations,
  ]
}

/** An observation by LOINC code; 116 g/L unless overridden. */
export function observation(request: Resource, loinc: string, overrides: Resource = {}): Resource {
  const { valueQuantity = quantity(116, 'g/L'), ...rest } = overrides
  const hasOtherValue = Object.keys(rest).some((key) => key.startsWith('value') || key === 'dataAbsentReason')
  return {
    fullUrl: `urn:uuid:${randomUUID()}`,
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: LOINC, code: loinc }] },
    subject: request.subject,
    ...(hasOtherValue ? {} : { valueQuantity }),
    ...rest,
  }
}

export function quantity(value: number, code: string, more: Resource = {}): Resource {
  return { value, unit: code, system: UCUM, code, ...more }
}

export function specimenOf(requests: Resource[], overrides: Resource = {}): Resource {
  return {
    resourceType: 'Specimen',
    identifier: [{ system: 'https://laboratory.example/samples', value: `sample-${requests[0].id}` }],
    subject: requests[0].subject,
    request: requests.map(({ id }) => ({ reference: `ServiceRequest/${id}` })),
    type: { text: 'EDTA whole blood' },
    collection: { collectedDateTime: '2040-03-05T08:05:00+03:00' },
    ...overrides,
  }
}
