import type { NamedMeasure, ReportedAnalysis } from './reported.ts'
import type { ObservationRow } from './tables.ts'

/**
 * The current values that a report means. One whose measure is none of today's catalogue was stored by an earlier
 * edition, in which the component had another code or name. Its position counts last: a component may be gone.
 */
export function findNamed(
  { measure, name, loincs, positions }: NamedMeasure,
  { measures }: Pick<ReportedAnalysis, 'measures'>,
  current: readonly ObservationRow[],
): ObservationRow[] {
  const earlier = current.filter((row) => !measures.has(row.measure))
  const found = [
    ...current.filter((row) => row.measure === measure),
    ...earlier.filter((row) => row.name.en === name || (row.loinc !== null && loincs.includes(row.loinc))),
  ]
  return found.length > 0 ? found : earlier.filter(({ position }) => positions.includes(position))
}
