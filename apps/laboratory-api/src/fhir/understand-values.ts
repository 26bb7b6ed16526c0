import type { CatalogueSnapshot } from '../catalogue/catalogue-snapshot.ts'
import type { ReportableLine } from '../results/open-test-results.ts'
import type { ReportedValue } from '../results/reported.ts'
import { noteTime, toInstant } from './fhir-time.ts'
import { checkSubject } from './find-lines.ts'
import type { Faults } from './operation-outcome.ts'
import { at, type ParsedEntry } from './parse-transaction.ts'
import type { FhirObservation } from './resource-schemas.ts'
import type { FhirSystems } from './systems.ts'
import { understandObservation } from './understand-observation.ts'

interface ReportContext {
  line: ReportableLine
  /** For values without their own time. */
  sampledAt: Date
  snapshot: CatalogueSnapshot
  systems: FhirSystems
  zone: string
  now: Date
  faults: Faults
}

/** The values of a report, each with its entry; faults of meaning are added to `faults`. */
export function understandValues(
  entries: readonly ParsedEntry<FhirObservation>[],
  context: ReportContext,
): { entry: number; value: ReportedValue }[] {
  const { line, sampledAt, snapshot, zone, now, systems, faults } = context
  const analysis = snapshot.analyses.get(line.line.itemId)
  if (!analysis) return []
  const measures = new Set<string>()
  return entries.flatMap(({ index, resource }) => {
    const { subject, effectiveDateTime, effectivePeriod, effectiveInstant } = resource
    if (subject) checkSubject({ subject, line, entry: index }, systems, faults)
    const effective = effectiveDateTime ?? effectiveInstant ?? effectivePeriod?.start
    const ownTime = effective ? toInstant(effective, zone) : sampledAt
    if (effective) noteTime({ time: ownTime, expression: at(index, 'effective'), now, faults })
    const value = understandObservation({
      observation: resource,
      line,
      analysis,
      sampledAt: ownTime ?? sampledAt,
      zone,
      fault: (element, diagnostics) =>
        faults.add({
          code: element === 'code' ? 'code-invalid' : 'value',
          expression: at(index, element),
          diagnostics,
        }),
    })
    if (!value) return []
    if (measures.has(value.measure)) {
      faults.add({
        code: 'duplicate',
        expression: at(index, 'code'),
        diagnostics: 'The report already has a value for this: name only the valid one',
      })
    }
    measures.add(value.measure)
    return [{ entry: index, value }]
  })
}
