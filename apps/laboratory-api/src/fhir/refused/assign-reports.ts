import { isDeepStrictEqual } from 'node:util'
import { serviceRequestId } from '../service-request-id.ts'
import type { FhirSystems } from '../systems.ts'
import type { FoundLine } from './request-line.ts'
import { entriesOf } from './sent-content.ts'

interface Assignment {
  /** Index of the report in the bundle. */
  entry: number
  line: FoundLine
}

type Resource = Record<string, unknown>

/**
 * The bundle with reports assigned to other ordered tests: they, their values and their samples refer to that test and
 * its patient. The findings stay exactly as sent; whether they fit the test is checked by the interface as usual.
 */
export function assignReports(
  body: unknown,
  assignments: readonly Assignment[],
  systems: FhirSystems,
): unknown {
  if (assignments.length === 0) return body
  const made = structuredClone(body)
  const entries = entriesOf(made)
  for (const { entry, line } of assignments) {
    const report = entries[entry]?.resource as Resource | undefined
    if (report?.resourceType !== 'DiagnosticReport') continue
    const [about] = [report.basedOn].flat()
    const request = { reference: `ServiceRequest/${serviceRequestId(line.orderId, line.position)}` }
    const subject = { reference: `Patient/${line.patientId}` }
    const results = new Set([report.result].flat().map((one) => (one as Resource | undefined)?.reference))
    Object.assign(report, {
      basedOn: [request],
      subject,
      code: { coding: [{ system: systems.analysis, code: line.code }] },
      identifier: identifiersOf(report.identifier, about, line.wire.label),
    })
    for (const { fullUrl, resource } of entries) {
      if (resource.resourceType === 'Observation' && results.has(fullUrl))
        Object.assign(resource, { subject })
      if (resource.resourceType !== 'Specimen' || !Array.isArray(resource.request)) continue
      if (!resource.request.some((one) => isDeepStrictEqual(one, about))) continue
      Object.assign(resource, {
        subject,
        request: resource.request.map((one) => (isDeepStrictEqual(one, about) ? request : one)),
      })
    }
  }
  return made
}

/** A report that is identified by the number of its order (HL7 v2) gets the number of the order it is assigned to. */
function identifiersOf(identifiers: unknown, about: unknown, label: string): unknown {
  if (!Array.isArray(identifiers)) return identifiers
  const named = (about as { identifier?: { value?: unknown } } | undefined)?.identifier?.value
  return identifiers.map((one: Resource) =>
    one?.value === '' || (named !== undefined && one?.value === named) ? { ...one, value: label } : one,
  )
}
