// What the laboratory's own system asks and reports, over FHIR.
import analyses from '../catalogue/analyses.json' with { type: 'json' }
import { apiRoot, type Customer, call, type StagedOrder } from './stage.ts'

interface Ordered {
  customer: Customer
  order: StagedOrder
}

/** A call of the laboratory's system; the demonstration's token opens the interface. */
function askAsLaboratory<Answer>({ customer }: Ordered, path: string, body?: unknown): Promise<Answer> {
  return call<Answer>(`${apiRoot(customer.shop)}/fhir/R4${path}`, {
    token: 'sandbox-laboratory-system',
    headers: { 'Content-Type': 'application/fhir+json' },
    ...(body === undefined ? {} : { method: 'POST', body }),
  })
}

/** The laboratory's system asks what is to be done for an order: from then on its results are awaited. */
export async function readRequest(ordered: Ordered) {
  const { entry } = await askAsLaboratory<{
    entry: [{ resource: { id: string; code: object; subject: object } }]
  }>(ordered, `/ServiceRequest?requisition=${ordered.order.number}`)
  return entry[0].resource
}

/** The laboratory's system asks for an order's request and tells what it found. */
async function tellResult(
  ordered: Ordered,
  { status, at }: { status: string; at: Date },
  observe: (request: { code: object; subject: object }) => object[],
): Promise<void> {
  const request = await readRequest(ordered)
  const { id, code, subject } = request
  const observations = observe(request).map((observation, index) => ({
    fullUrl: `urn:observation:${index}`,
    resource: { resourceType: 'Observation', status, subject, ...observation },
  }))
  const now = at.toISOString()
  const report = {
    resourceType: 'DiagnosticReport',
    identifier: [{ system: 'urn:reports', value: id }],
    basedOn: [{ reference: `ServiceRequest/${id}` }],
    status,
    code,
    subject,
    effectiveDateTime: now,
    issued: now,
    result: observations.map(({ fullUrl }) => ({ reference: fullUrl })),
  }
  await askAsLaboratory(ordered, '', {
    resourceType: 'Bundle',
    type: 'transaction',
    entry: [{ resource: report }, ...observations].map((entry) => ({
      ...entry,
      request: { method: 'POST', url: entry.resource.resourceType },
    })),
  })
}

const CRITICAL = {
  interpretation: [
    {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation', code: 'HH' }],
    },
  ],
}
/** 23 values. */
export const BLOOD_COUNT = '1001'
type FerritinReport = {
  status: 'preliminary' | 'final' | 'corrected'
  ferritin: number
  isCritical?: boolean
  at?: Date
}

/** The laboratory's system reports on an order of ferritin. */
export async function reportFerritin(
  ordered: Ordered,
  { status, ferritin, isCritical = false, at = new Date() }: FerritinReport,
): Promise<void> {
  await tellResult(ordered, { status, at }, ({ code }) => [
    { code, valueQuantity: quantity(ferritin, 'ng/mL'), ...(isCritical ? CRITICAL : {}) },
  ])
}

interface MeasuredComponent {
  loinc: string | null
  ucumUnit?: string | null
  referenceRanges?: readonly { low?: number; high?: number; text?: string }[]
}

/** The laboratory's system reports a blood count, each of its values far above the range and confirmed by a second look. */
export async function reportCriticalBloodCount(
  ordered: Ordered,
  { times = 3, at = new Date() }: { times?: number; at?: Date } = {},
): Promise<void> {
  const { components }: { components: readonly MeasuredComponent[] } = analyses.find(
    ({ code }) => code === BLOOD_COUNT,
  )!.resultDefinition
  await tellResult(ordered, { status: 'final', at }, () =>
    components.map(({ loinc, ucumUnit, referenceRanges = [] }) => ({
      code: { coding: [{ system: 'http://loinc.org', code: loinc }] },
      valueQuantity: quantity(Math.max(...referenceRanges.map(({ high = 0 }) => high)) * times, ucumUnit!),
      note: [{ text: 'Confirmed by a repeated measurement.' }],
      ...CRITICAL,
    })),
  )
}

function quantity(value: number, code: string) {
  return { value, system: 'http://unitsofmeasure.org', code }
}
