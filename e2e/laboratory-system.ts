// What the laboratory's own system requests and reports over FHIR.
import analyses from '../catalogue/analyses.json' with { type: 'json' }
import { apiRoot, type Customer, call, FERRITIN, type StagedOrder } from './stage.ts'

interface Ordered {
  customer: Customer
  order: StagedOrder
}

/** A call by the laboratory's system, with the demo's token. */
function askAsLaboratory<Answer>({ customer }: Ordered, path: string, body?: unknown): Promise<Answer> {
  return call<Answer>(`${apiRoot(customer.shop)}/fhir/R4${path}`, {
    token: 'sandbox-laboratory-system',
    headers: { 'Content-Type': 'application/fhir+json' },
    ...(body === undefined ? {} : { method: 'POST', body }),
  })
}

interface Request {
  id: string
  code: { coding: { code: string }[] }
  subject: object
}

interface ReportFacts {
  status: string
  at: Date
  /** Code of the analysis, if the order contains others as well. */
  analysis?: string
}

/** The laboratory's system reads an order's request and reports a result for it. */
async function sendReport(
  ordered: Ordered,
  { status, at, analysis }: ReportFacts,
  observe: (request: Request) => object[],
): Promise<void> {
  const { entry } = await askAsLaboratory<{ entry: { resource: Request }[] }>(
    ordered,
    `/ServiceRequest?requisition=${ordered.order.number}`,
  )
  const isMeant = ({ code }: Request) => !analysis || code.coding.some((coding) => coding.code === analysis)
  const request = entry.map(({ resource }) => resource).find(isMeant)
  if (!request) throw new Error(`no request for ${analysis}`)
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
/** Uses the same tube as ferritin, costs 6.80 BYN. */
export const ALANINE = '1201'
/** Has 23 values. */
export const BLOOD_COUNT = '1001'
/** Their LOINC code. */
export const PLATELETS = '777-3'
type FerritinReport = {
  status: 'preliminary' | 'final' | 'corrected'
  ferritin: number
  isCritical?: boolean
  at?: Date
}

/** The laboratory's system reports the ferritin of an order. */
export async function reportFerritin(
  ordered: Ordered,
  { status, ferritin, isCritical = false, at = new Date() }: FerritinReport,
): Promise<void> {
  await sendReport(ordered, { status, at, analysis: FERRITIN }, ({ code }) => [
    { code, valueQuantity: quantity(ferritin, 'ng/mL'), ...(isCritical ? CRITICAL : {}) },
  ])
}

/** The laboratory's system reports alanine aminotransferase, the other analysis of an order. */
export async function reportAlanine(ordered: Ordered): Promise<void> {
  const facts = { status: 'final', at: new Date(), analysis: ALANINE }
  await sendReport(ordered, facts, ({ code }) => [{ code, valueQuantity: quantity(20, 'U/L') }])
}

interface MeasuredComponent {
  loinc: string | null
  ucumUnit?: string | null
  referenceRanges?: readonly { low?: number; high?: number; text?: string }[]
}

/** The laboratory's system reports a blood count with a value for each of its components. */
async function reportBloodCount(
  ordered: Ordered,
  at: Date,
  observe: (component: MeasuredComponent) => { value: number; isCritical: boolean },
): Promise<void> {
  const { components }: { components: readonly MeasuredComponent[] } = analyses.find(
    ({ code }) => code === BLOOD_COUNT,
  )!.resultDefinition
  await sendReport(ordered, { status: 'final', at, analysis: BLOOD_COUNT }, () =>
    components.map((component) => {
      const { value, isCritical } = observe(component)
      return {
        code: { coding: [{ system: 'http://loinc.org', code: component.loinc }] },
        valueQuantity: quantity(value, component.ucumUnit!),
        ...(isCritical ? { note: [{ text: 'Confirmed by a repeated measurement.' }], ...CRITICAL } : {}),
      }
    }),
  )
}

const highest = ({ referenceRanges = [] }: MeasuredComponent) =>
  Math.max(...referenceRanges.map(({ high = 0 }) => high))

/** A blood count whose values are all far above their ranges and confirmed by a second look. */
export async function reportCriticalBloodCount(
  ordered: Ordered,
  { times = 3, at = new Date() }: { times?: number; at?: Date } = {},
): Promise<void> {
  await reportBloodCount(ordered, at, (component) => ({
    value: highest(component) * times,
    isCritical: true,
  }))
}

/** A blood count with everything in range for anyone, except what has the LOINC code `high`. */
export async function reportCountInRange(
  ordered: Ordered,
  { high, at = new Date() }: { high?: string; at?: Date } = {},
): Promise<void> {
  await reportBloodCount(ordered, at, (component) => {
    const { referenceRanges = [] } = component
    const least = Math.max(...referenceRanges.map(({ low = 0 }) => low))
    const most = Math.min(...referenceRanges.map(({ high: end = 0 }) => end))
    const value = component.loinc === high ? highest(component) * 1.1 : (least + most) / 2
    return { value: Number(value.toFixed(2)), isCritical: false }
  })
}

function quantity(value: number, code: string) {
  return { value, system: 'http://unitsofmeasure.org', code }
}
