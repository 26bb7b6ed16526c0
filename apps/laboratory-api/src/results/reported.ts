import type { ResultStatus } from '@shop/domain/results'
import type { ObservationRow } from './tables.ts'

/** What a report names by its codes, for a comparison with what is stored. */
export interface NamedMeasure {
  /** Of today's catalogue; null: it has no such component. */
  measure: string | null
  /** The component's English name. */
  name: string | null
  /** The LOINC codes that were sent. */
  loincs: readonly string[]
  /** The positions in the analysis that the sent codes of the shop mean. */
  positions: readonly number[]
}

/** A value as the laboratory reports it, judged by its own range or the catalogue's. */
export type ReportedValue = Pick<
  ObservationRow,
  | 'position'
  | 'measure'
  | 'name'
  | 'loinc'
  | 'number'
  | 'comparator'
  | 'decimals'
  | 'unit'
  | 'words'
  | 'absentReason'
  | 'low'
  | 'high'
  | 'includesLimit'
  | 'rangeWords'
  | 'interpretation'
  | 'method'
  | 'comment'
  | 'status'
> & {
  sampledAt: Date
  /** As it was sent. */
  named: NamedMeasure
}

/** A report on one analysis of one patient, understood and independent of its wire form. */
export interface ReportedAnalysis {
  analysisResultId: string
  /** `laboratory|system|value`: an identifier counts only within its laboratory. */
  identifier: string
  /** The laboratory's own status; `status` is what a reader sees of it. */
  laboratoryStatus: string
  /** Null: started, nothing to read yet. */
  status: ResultStatus | null
  issuedAt: Date | null
  /** The time that the report applies to; null: the time of collection. */
  sampledAt: Date | null
  comment: string | null
  values: ReportedValue[]
  /** Ids of earlier values that are still valid; `all`: each that is neither replaced by `values` nor deleted. */
  keptIds: string[] | 'all'
  deletions: readonly NamedMeasure[]
  /** All of the analysis, by today's catalogue. */
  measures: ReadonlySet<string>
  /** As received. */
  content: unknown
  /** SHA-256 of what was received, hex; not of our reading of it, since our ranges and times may change. */
  contentHash: string
  /** Hashes that the same report may have been stored under before. */
  formerHashes: readonly string[]
}

export interface ReportedSpecimen {
  analysisResultId: string
  identifier: string
  kind: string | null
  collectedAt: Date
}
