import { type FhirClient, Refused } from '../fhir/fhir-client.ts'
import { type StoredObservation, storedObservations } from '../fhir/requests.ts'
import type { Coding } from '../messages/read-observation.ts'
import type { ReadGroup } from '../messages/read-report.ts'

interface Entry {
  fullUrl: string
  resource: Record<string, unknown>
  request: { method: 'POST'; url: string }
}

export interface ReportBundle {
  bundle: { resourceType: 'Bundle'; type: 'transaction'; entry: Entry[] }
  /** Where each entry comes from: `OBX^3`. */
  locations: string[]
}

/**
 * The groups of a message as one transaction. In HL7 v2 a value that is not repeated still holds, and OBX-11 D ends it;
 * in FHIR a report names everything that holds: so what was stored before, and is not told anew, is named.
 */
export async function toBundle(
  groups: readonly ReadGroup[],
  { fhir, reportOf }: { fhir: FhirClient; reportOf(placer: string): string | null },
): Promise<ReportBundle> {
  const told: { location: string; fullUrl: string; resource: Record<string, unknown> }[] = []
  for (const group of groups) {
    const { specimen, observations, report } = group
    const reportId = reportOf(group.placer)
    const stored = reportId ? await storedOrNone(fhir, reportId) : []
    const kept = report.status === 'cancelled' ? [] : stored.filter((value) => !isTold(value, stored, group))
    const values = observations.flatMap(({ resource, fullUrl, location }) =>
      resource ? [{ location, fullUrl, resource: { ...resource, subject: report.subject } }] : [],
    )
    const result = [...values.map(({ fullUrl }) => fullUrl), ...kept.map(({ reference }) => reference)]
    if (specimen) told.push(specimen)
    told.push({
      location: group.location,
      fullUrl: `urn:uuid:${crypto.randomUUID()}`,
      resource: {
        ...report,
        ...(specimen ? { specimen: [{ reference: specimen.fullUrl }] } : {}),
        ...(result.length > 0 ? { result: result.map((reference) => ({ reference })) } : {}),
      },
    })
    told.push(...values)
  }
  return {
    locations: told.map(({ location }) => location),
    bundle: {
      resourceType: 'Bundle',
      type: 'transaction',
      entry: told.map(({ fullUrl, resource }) => ({
        fullUrl,
        resource,
        request: { method: 'POST', url: String(resource.resourceType) },
      })),
    },
  }
}

/** A report that is there no more, since an account was erased, holds nothing. */
async function storedOrNone(fhir: FhirClient, reportId: string): Promise<StoredObservation[]> {
  try {
    return await storedObservations(fhir, reportId)
  } catch (error) {
    if (error instanceof Refused) return []
    throw error
  }
}

/** Whether the message says something else of a value that was stored. */
function isTold(value: StoredObservation, stored: readonly StoredObservation[], group: ReadGroup): boolean {
  return group.observations.some(
    ({ codings }) =>
      codings.some((coding) => value.codings.some((known) => isSame(coding, known))) ||
      // The only value of an analysis may go by the analysis' code.
      (stored.length === 1 && codings.some((coding) => group.codings.some((known) => isSame(coding, known)))),
  )
}

/** Our own systems stand under the main API's address, which may change. */
function isSame(one: Coding, other: { system?: string | undefined; code: string }): boolean {
  const lastOf = (system = '') => system.slice(system.lastIndexOf('/') + 1)
  return one.code === other.code && lastOf(one.system) === lastOf(other.system)
}
