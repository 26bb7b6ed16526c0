import { isUuid } from '../uuid.ts'
import type { Faults } from './operation-outcome.ts'
import { at, type ParsedEntry } from './parse-transaction.ts'
import type { FhirObservation, FhirReport } from './resource-schemas.ts'
import { idOfReference } from './service-request-id.ts'
import type { FhirSystems } from './systems.ts'

/** Resolves a report's `result` to observations of the bundle, or to ids of stored ones. */
export function createResultFinder(
  observations: readonly ParsedEntry<FhirObservation>[],
  systems: FhirSystems,
  faults: Faults,
) {
  const byUrl = new Map<string, ParsedEntry<FhirObservation>>()
  for (const entry of observations) {
    if (entry.fullUrl === undefined) continue
    if (byUrl.has(entry.fullUrl)) {
      faults.add({
        code: 'duplicate',
        expression: `Bundle.entry[${entry.index}].fullUrl`,
        diagnostics: 'Another entry has the same fullUrl',
      })
    }
    byUrl.set(entry.fullUrl, entry)
  }
  const used = new Set<ParsedEntry<FhirObservation>>()

  // R4, Bundle: a relative reference is resolved against the base of its own entry's fullUrl.
  function inBundle(reference: string, reportUrl: string | undefined) {
    const base = reportUrl?.match(/^(https?:\/\/.+\/)[^/]+\/[^/]+$/)?.[1]
    return byUrl.get(reference) ?? (base ? byUrl.get(base + reference) : undefined)
  }

  return {
    of({ index, fullUrl, resource }: ParsedEntry<FhirReport>) {
      const entries: ParsedEntry<FhirObservation>[] = []
      const storedIds: string[] = []
      resource.result?.forEach(({ reference = '' }, place) => {
        const expression = at(index, `result[${place}]`)
        const entry = inBundle(reference, fullUrl)
        const storedId = idOfReference(reference, 'Observation', systems)
        if (entry && used.has(entry)) {
          faults.add({ code: 'duplicate', expression, diagnostics: 'The Observation has been named already' })
        } else if (entry) {
          used.add(entry)
          entries.push(entry)
        } else if (storedId && isUuid(storedId)) {
          storedIds.push(storedId)
        } else {
          faults.add({
            code: 'not-found',
            expression,
            diagnostics: 'No such Observation is in the bundle or stored',
          })
        }
      })
      return { entries, storedIds }
    },
    /** Adds a fault for each observation that no report names, since it would be lost. */
    noteUnused() {
      for (const entry of observations) {
        if (used.has(entry)) continue
        faults.add({
          code: 'business-rule',
          expression: `Bundle.entry[${entry.index}]`,
          diagnostics: 'No DiagnosticReport of the bundle names this Observation in its result',
        })
      }
    },
  }
}
