import type { CatalogueSnapshot } from '../catalogue/catalogue-snapshot.ts'
import type { ReportableLine } from '../results/open-test-results.ts'
import type { NamedMeasure } from '../results/reported.ts'
import { deletedCodes } from './changes-of-report.ts'
import { namedMeasure, namesAnalysis } from './match-component.ts'
import type { Faults } from './operation-outcome.ts'
import { at, type ParsedEntry } from './parse-transaction.ts'
import type { FhirReport } from './resource-schemas.ts'

/**
 * What a report that names only what has changed deletes; null: it names every valid value. A code that the analysis
 * does not have may be that of an earlier edition; the code of an analysis with several values does not say which of them.
 */
export function understandDeletions(
  { index, resource }: ParsedEntry<FhirReport>,
  { line, snapshot, faults }: { line: ReportableLine; snapshot: CatalogueSnapshot; faults: Faults },
): NamedMeasure[] | null {
  const codes = deletedCodes(resource)
  const analysis = snapshot.analyses.get(line.line.itemId)
  if (!codes || !analysis) return codes && []
  return codes.map((code) => {
    const named = namedMeasure(code, analysis)
    if (named.measure === null && namesAnalysis(code, line.line)) {
      faults.add({
        code: 'code-invalid',
        expression: at(index, 'extension'),
        diagnostics: 'The code of the analysis does not say which of its values is deleted',
      })
    }
    return named
  })
}
