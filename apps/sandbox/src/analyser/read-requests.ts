import type { Gender } from '@shop/domain/gender'
import { z } from 'zod'
import type { Analyser } from './analyser.ts'
import { callFhir, pathOfLink } from './fhir-client.ts'

const reference = z.object({ reference: z.string() })
const coding = z.object({ system: z.string().optional(), code: z.string(), display: z.string().optional() })

const serviceRequest = z.object({
  resourceType: z.literal('ServiceRequest'),
  id: z.string(),
  requisition: z.object({ value: z.string() }),
  code: z.object({ coding: z.array(coding).min(1), text: z.string().optional() }),
  subject: reference,
  specimen: z.array(reference).optional(),
  occurrenceDateTime: z.string().optional(),
  occurrencePeriod: z.object({ start: z.string().optional() }).optional(),
})

const patient = z.object({
  resourceType: z.literal('Patient'),
  id: z.string(),
  gender: z.enum(['male', 'female', 'other', 'unknown']).optional(),
  birthDate: z.string().optional(),
})

const bundle = z.object({
  resourceType: z.literal('Bundle'),
  link: z.array(z.object({ relation: z.string(), url: z.string() })).default([]),
  entry: z.array(z.object({ resource: z.looseObject({ resourceType: z.string() }) })).default([]),
})

/** What the instrument keeps of a ServiceRequest and its Patient: no name and no address. */
export interface AnalyserRequest {
  /** How the request arrived and its reports are sent; absent: FHIR. */
  via?: 'hl7'
  serviceRequestId: string
  orderNumber: string
  /** `Patient/…` */
  patient: string
  sex: Gender
  birthDate: string
  codings: z.infer<typeof coding>[]
  /** The shop's `Specimen/…`, if it named one. */
  specimens: string[]
  visitAt: string | undefined
}

const INCLUDES = ['patient', 'specimen', 'location']
  .map((name) => `&_include=ServiceRequest:${name}`)
  .join('')

/**
 * All active requests, or those of one order if `orderNumber` is given, page by page. Requests without sex or
 * date of birth are left out, because no range would apply.
 */
export async function readRequests(
  analyser: Analyser,
  { orderNumber }: { orderNumber?: string | undefined },
): Promise<AnalyserRequest[]> {
  const requests: z.infer<typeof serviceRequest>[] = []
  const patients = new Map<string, z.infer<typeof patient>>()
  const order = orderNumber ? `&requisition=${encodeURIComponent(orderNumber)}` : ''
  let path: string | undefined = `/ServiceRequest?status=active${order}${INCLUDES}`
  while (path) {
    const page = bundle.parse(await callFhir(analyser, path))
    for (const { resource } of page.entry) {
      if (resource.resourceType === 'ServiceRequest') requests.push(serviceRequest.parse(resource))
      if (resource.resourceType === 'Patient') {
        const found = patient.parse(resource)
        patients.set(`Patient/${found.id}`, found)
      }
    }
    const next = page.link.find(({ relation }) => relation === 'next')
    path = next && pathOfLink(next.url)
  }
  return requests.flatMap((request) => toAnalyserRequest(request, patients))
}

function toAnalyserRequest(
  request: z.infer<typeof serviceRequest>,
  patients: Map<string, z.infer<typeof patient>>,
): AnalyserRequest[] {
  const subject = relative(request.subject.reference)
  const { gender, birthDate } = patients.get(subject) ?? {}
  if (!birthDate || (gender !== 'male' && gender !== 'female')) return []
  return [
    {
      serviceRequestId: request.id,
      orderNumber: request.requisition.value,
      patient: subject,
      sex: gender === 'male' ? 'MALE' : 'FEMALE',
      birthDate,
      codings: request.code.coding,
      specimens: (request.specimen ?? []).map((found) => relative(found.reference)),
      visitAt: request.occurrenceDateTime ?? request.occurrencePeriod?.start,
    },
  ]
}

/** `https://server/fhir/R4/Patient/1` and `Patient/1` refer to the same resource. */
function relative(address: string): string {
  return address.split('/').slice(-2).join('/')
}
