import { isDeepStrictEqual } from 'node:util'
import { serviceRequestId } from '../service-request-id.ts'
import type { FhirSystems } from '../systems.ts'
import type { FoundLine } from './request-line.ts'
import { entriesOf } from './sent-content.ts'

interface Laid {
  /** Place of the report in the bundle. */
  entry: number
  line: FoundLine
}

type Resource = Record<string, unknown>

/**
 * The bundle with reports laid to other ordered tests: what they, their values and their samples refer to is that one and its
 * patient. What was found stays letter by letter; whether it can have been found by that test, the interface judges as ever.
 */
export function layReports(body: unknown, laid: readonly Laid[], systems: FhirSystems): unknown {
  if (laid.length === 0) return body
  const made = structuredClone(body)
  const entries = entriesOf(made)
  for (const { entry, line } of laid) {
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

/** Where a report goes by the number of its order (HL7 v2), it goes by that of the order that it is laid to. */
function identifiersOf(identifiers: unknown, about: unknown, label: string): unknown {
  if (!Array.isArray(identifiers)) return identifiers
  const named = (about as { identifier?: { value?: unknown } } | undefined)?.identifier?.value
  return identifiers.map((one: Resource) =>
    one?.value === '' || (named !== undefined && one?.value === named) ? { ...one, value: label } : one,
  )
}
