import { z } from 'zod'
import { type FhirClient, pathOfLink } from './fhir-client.ts'

const coding = z.object({ system: z.string().optional(), code: z.string(), display: z.string().optional() })
const reference = z.object({ reference: z.string() })

/** A patient's answer to a question before the visit. */
const answerSchema = z.object({
  resourceType: z.literal('Observation'),
  code: z.object({ coding: z.array(coding).min(1), text: z.string() }),
  valueBoolean: z.boolean().optional(),
  valueDateTime: z.string().optional(),
})
export type Answer = z.infer<typeof answerSchema>

const requestSchema = z.object({
  resourceType: z.literal('ServiceRequest'),
  id: z.string(),
  meta: z.object({ lastUpdated: z.string() }),
  identifier: z.array(z.object({ value: z.string() })).min(1),
  requisition: z.object({ value: z.string() }),
  status: z.enum(['active', 'completed', 'revoked']),
  code: z.object({ coding: z.array(coding).min(1), text: z.string().optional() }),
  subject: reference,
  specimen: z.array(reference).default([]),
  locationReference: z.array(reference).default([]),
  occurrencePeriod: z.object({ start: z.string(), end: z.string() }).optional(),
  authoredOn: z.string(),
  note: z.array(z.object({ text: z.string() })).default([]),
  contained: z
    .array(z.looseObject({ resourceType: z.string() }))
    .default([])
    .transform((all) =>
      all.filter(({ resourceType }) => resourceType === 'Observation').map((one) => answerSchema.parse(one)),
    ),
})
export type ServiceRequest = z.infer<typeof requestSchema>

const patientSchema = z.object({
  resourceType: z.literal('Patient'),
  id: z.string(),
  name: z.array(z.object({ family: z.string(), given: z.array(z.string()) })).min(1),
  gender: z.enum(['male', 'female', 'other', 'unknown']),
  birthDate: z.string(),
})
export type FhirPatient = z.infer<typeof patientSchema>

const specimenSchema = z.object({
  resourceType: z.literal('Specimen'),
  id: z.string(),
  type: z.object({ text: z.string() }).optional(),
})
export type Specimen = z.infer<typeof specimenSchema>

/** A stored report, among the requests on which there are reports. */
const basedOnSchema = z.object({ id: z.string(), basedOn: z.tuple([reference]) })

const bundleSchema = z.object({
  link: z.array(z.object({ relation: z.string(), url: z.string() })).default([]),
  entry: z.array(z.object({ resource: z.looseObject({ resourceType: z.string() }) })).default([]),
})

/** The requests found by a search, on all pages, with the patients and specimens they refer to, by reference. */
export interface FoundRequests {
  requests: ServiceRequest[]
  patients: Map<string, FhirPatient>
  specimens: Map<string, Specimen>
  /** The ids of the reports by the reference of their request, if asked for. */
  reportIds: Map<string, string>
}

export async function findRequests(
  fhir: FhirClient,
  query: Record<string, string>,
  included: readonly string[] = ['patient', 'specimen'],
): Promise<FoundRequests> {
  const search = new URLSearchParams(query)
  for (const name of included) search.append('_include', `ServiceRequest:${name}`)
  const found: FoundRequests = {
    requests: [],
    patients: new Map(),
    specimens: new Map(),
    reportIds: new Map(),
  }
  let path: string | undefined = `/ServiceRequest?${search}`
  while (path) {
    const page = bundleSchema.parse(await fhir.get(path))
    for (const { resource } of page.entry) take(found, resource)
    const next = page.link.find(({ relation }) => relation === 'next')
    path = next && pathOfLink(next.url)
  }
  return found
}

function take(
  { requests, patients, specimens, reportIds }: FoundRequests,
  resource: { resourceType: string },
) {
  const { resourceType } = resource
  if (resourceType === 'ServiceRequest') requests.push(requestSchema.parse(resource))
  if (resourceType === 'Patient') {
    const patient = patientSchema.parse(resource)
    patients.set(`Patient/${patient.id}`, patient)
  }
  if (resourceType === 'Specimen') {
    const specimen = specimenSchema.parse(resource)
    specimens.set(`Specimen/${specimen.id}`, specimen)
  }
  if (resourceType === 'DiagnosticReport') {
    const { id, basedOn } = basedOnSchema.parse(resource)
    reportIds.set(basedOn[0].reference, id)
  }
}

const PLACER = /^(\d+)-\d+$/

/**
 * Finds the ids of the reports that are stored for ordered analyses, whoever has sent them; null: none. Each order is
 * looked for once.
 */
export function reportFinder(fhir: FhirClient): (placer: string) => Promise<string | null> {
  const found = new Map<string, Promise<FoundRequests>>()
  return async (placer) => {
    const [, requisition] = PLACER.exec(placer) ?? []
    if (requisition === undefined) return null
    const query = { requisition, _count: '200', _revinclude: 'DiagnosticReport:based-on' }
    const order = found.get(requisition) ?? findRequests(fhir, query, [])
    found.set(requisition, order)
    const { requests, reportIds } = await order
    const request = requests.find(({ identifier }) => identifier[0]!.value === placer)
    return (request && reportIds.get(`ServiceRequest/${request.id}`)) ?? null
  }
}

const reportSchema = z.object({ result: z.array(reference).default([]) })
const codedSchema = z.object({ code: z.object({ coding: z.array(coding).default([]) }) })

export interface StoredObservation {
  /** `Observation/…` */
  reference: string
  codings: z.infer<typeof coding>[]
}

/** The references of the values that are valid in a stored report. */
export async function validReferences(fhir: FhirClient, reportId: string): Promise<string[]> {
  const { result } = reportSchema.parse(await fhir.get(`/DiagnosticReport/${reportId}`))
  return result.map((found) => found.reference)
}

export async function storedObservation(fhir: FhirClient, reference: string): Promise<StoredObservation> {
  const { code } = codedSchema.parse(await fhir.get(`/${reference}`))
  return { reference, codings: code.coding }
}

const responseSchema = z.object({
  entry: z.array(z.object({ response: z.object({ location: z.string() }) })),
})

/** The location of the resource that each entry of a transaction became: `DiagnosticReport/…`. */
export function locationsOf(response: unknown): string[] {
  return responseSchema.parse(response).entry.map((entry) => entry.response.location)
}
