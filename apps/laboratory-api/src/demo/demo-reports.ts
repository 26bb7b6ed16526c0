import { randomUUID } from 'node:crypto'
import { INTERPRETATION, LOINC, UCUM } from '@shop/contract/fhir'
import type { ApiContext } from '../context.ts'

const HAEMOGLOBIN = { code: '718-7', display: 'Haemoglobin' }
const BLOOD_COUNT = '1001'

interface Request {
  id: string
  code: { coding: { code?: string }[] }
  subject: object
}

interface Reporting {
  context: ApiContext
  /** The main API, in this process. */
  fetch: (input: string, init: RequestInit) => Promise<Response>
}

/**
 * The laboratory's reports of this morning: a blood count with a critical value, and one with a mistyped order
 * number.
 */
export async function reportFromLaboratory(
  { context, fetch: ask }: Reporting,
  orderNumber: string,
): Promise<void> {
  const call = (path: string, body?: object) =>
    ask(`http://demo.internal/fhir/R4${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        Authorization: `Bearer ${context.settings.labSystemToken}`,
        'Content-Type': 'application/fhir+json',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const answer = await call(`/ServiceRequest?requisition=${orderNumber}`)
  const { entry = [] } = (await answer.json()) as { entry?: { resource: Request }[] }
  const request = entry
    .map(({ resource }) => resource)
    .find(({ code }) => code.coding.some((coding) => coding.code === BLOOD_COUNT))
  if (!request) throw new Error('no blood count is ordered in the demo')
  const about = { reference: `ServiceRequest/${request.id}` }
  await call('', bundleOf(request, { about, grams: 61, name: `critical-${orderNumber}` }, context.now()))
  const mistyped = { identifier: { value: `9${orderNumber}-1` } }
  await call(
    '',
    bundleOf(request, { about: mistyped, grams: 138, name: `mistyped-${orderNumber}` }, context.now()),
  )
}

function bundleOf(
  { code, subject }: Request,
  { about, grams, name }: { about: object; grams: number; name: string },
  now: Date,
) {
  const fullUrl = `urn:uuid:${randomUUID()}`
  const isCritical = grams < 70
  const resources = [
    {
      resourceType: 'DiagnosticReport',
      identifier: [{ system: 'urn:demo:reports', value: name }],
      basedOn: [about],
      status: 'final',
      code,
      subject,
      issued: now.toISOString(),
      result: [{ reference: fullUrl }],
    },
    {
      fullUrl,
      resourceType: 'Observation',
      status: 'final',
      code: { coding: [{ system: LOINC, ...HAEMOGLOBIN }] },
      subject,
      valueQuantity: { value: grams, unit: 'g/L', system: UCUM, code: 'g/L' },
      interpretation: [
        {
          coding: [
            {
              system: INTERPRETATION,
              code: isCritical ? 'LL' : 'N',
            },
          ],
        },
      ],
    },
  ]
  return {
    resourceType: 'Bundle',
    type: 'transaction',
    entry: resources.map(({ fullUrl: url, ...resource }) => ({
      ...(url ? { fullUrl: url } : {}),
      resource,
      request: { method: 'POST', url: resource.resourceType },
    })),
  }
}
