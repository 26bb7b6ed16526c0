import { DELETED_VALUE, UNNAMED_VALUES_STAY } from '@shop/contract/fhir'
import { type FhirClient, Refused } from '../fhir/fhir-client.ts'
import { type StoredObservation, storedObservation, validReferences } from '../fhir/requests.ts'
import type { Coding } from '../messages/read-observation.ts'
import type { ReadGroup } from '../messages/read-report.ts'

interface Entry {
  fullUrl: string
  resource: Record<string, unknown>
  request: { method: 'POST'; url: string }
}

export interface ReportBundle {
  bundle: { resourceType: 'Bundle'; type: 'transaction'; entry: Entry[] }
  /** The place of each entry in the message: `OBX^3`. */
  locations: string[]
}

/**
 * The groups of a message as one transaction. In HL7 v2 a value that is not repeated stays valid until OBX-11
 * D deletes it; in FHIR a report names every valid value. So the report says that it means it as v2 does, with what it
 * deletes, and the main API decides when it stores it. Stored values that the message does not mention are named as
 * well: a main API of the previous release knows only that.
 */
export async function toBundle(
  groups: readonly ReadGroup[],
  {
    fhir,
    base,
    reportOf,
  }: { fhir: FhirClient; base: string; reportOf(placer: string): Promise<string | null> },
): Promise<ReportBundle> {
  const entries: { location: string; fullUrl: string; resource: Record<string, unknown> }[] = []
  for (const group of groups) {
    const { specimen, observations, report } = group
    const stored = report.status === 'cancelled' ? [] : await storedValues(fhir, () => reportOf(group.placer))
    const kept = stored.filter((value) => !isMentioned(value, stored, group))
    const values = observations.flatMap(({ resource, fullUrl, location }) =>
      resource ? [{ location, fullUrl, resource: { ...resource, subject: report.subject } }] : [],
    )
    const result = [...values.map(({ fullUrl }) => fullUrl), ...kept.map(({ reference }) => reference)]
    if (specimen) entries.push(specimen)
    entries.push({
      location: group.location,
      fullUrl: `urn:uuid:${crypto.randomUUID()}`,
      resource: {
        ...report,
        ...changesOf(group, base),
        ...(specimen ? { specimen: [{ reference: specimen.fullUrl }] } : {}),
        ...(result.length > 0 ? { result: result.map((reference) => ({ reference })) } : {}),
      },
    })
    entries.push(...values)
  }
  return {
    locations: entries.map(({ location }) => location),
    bundle: {
      resourceType: 'Bundle',
      type: 'transaction',
      entry: entries.map(({ fullUrl, resource }) => ({
        fullUrl,
        resource,
        request: { method: 'POST', url: String(resource.resourceType) },
      })),
    },
  }
}

/** The mark that values which the report does not name stay, and the codes of those that it deletes. */
function changesOf({ report, observations }: ReadGroup, base: string) {
  if (report.status === 'cancelled') return {}
  const deleted = observations.filter(({ isDeleted }) => isDeleted)
  return {
    extension: [
      { url: base + UNNAMED_VALUES_STAY, valueBoolean: true },
      ...deleted.map(({ codings }) => ({
        url: base + DELETED_VALUE,
        valueCodeableConcept: { coding: codings },
      })),
    ],
  }
}

/**
 * The valid values of a report. One that is replaced meanwhile cannot be read: that fails, so that the message is sent
 * again, since it would withdraw what it does not name.
 */
async function storedValues(
  fhir: FhirClient,
  reportOf: () => Promise<string | null>,
): Promise<StoredObservation[]> {
  const references = await referencesOrNone(fhir, reportOf)
  return Promise.all(references.map((reference) => storedObservation(fhir, reference)))
}

/**
 * A report that no longer exists, because its account was erased, has no values. The search for one that the gateway
 * does not know is refused by a main API of an earlier release.
 */
async function referencesOrNone(fhir: FhirClient, reportOf: () => Promise<string | null>): Promise<string[]> {
  try {
    const reportId = await reportOf()
    return reportId ? await validReferences(fhir, reportId) : []
  } catch (error) {
    if (error instanceof Refused) return []
    throw error
  }
}

/** Whether the message replaces or deletes a stored value; OBX-11 O and N report nothing. */
function isMentioned(
  value: StoredObservation,
  stored: readonly StoredObservation[],
  group: ReadGroup,
): boolean {
  const changes = group.observations.filter(({ resource, isDeleted }) => resource !== null || isDeleted)
  return changes.some(
    ({ codings }) =>
      codings.some((coding) => value.codings.some((known) => isSame(coding, known))) ||
      // The only value of an analysis may have the code of the analysis.
      (stored.length === 1 && codings.some((coding) => group.codings.some((known) => isSame(coding, known)))),
  )
}

/** Our own code systems are URLs under the main API's address, which may change. */
function isSame(one: Coding, other: { system?: string | undefined; code: string }): boolean {
  const lastOf = (system = '') => system.slice(system.lastIndexOf('/') + 1)
  return one.code === other.code && lastOf(one.system) === lastOf(other.system)
}
