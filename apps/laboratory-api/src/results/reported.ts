import type { ResultStatus } from '@shop/domain/results'
import type { ObservationRow } from './tables.ts'

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
  | 'rangeWords'
  | 'interpretation'
  | 'method'
  | 'comment'
  | 'status'
> & { sampledAt: Date }

/** A report on one analysis of one patient, understood and free of its wire form. */
export interface ReportedAnalysis {
  analysisResultId: string
  /** `laboratory|system|value`: what one laboratory calls a report is nothing to another. */
  identifier: string
  /** As the laboratory calls it; `status` is what a reader sees of it. */
  laboratoryStatus: string
  /** Null: begun, nothing to read yet. */
  status: ResultStatus | null
  issuedAt: Date | null
  /** What the report stands for; null: the time of collection. */
  sampledAt: Date | null
  comment: string | null
  values: ReportedValue[]
  /** Ids of earlier values that still hold. */
  keptIds: string[]
  /** As received. */
  content: unknown
  /** SHA-256 over what was received, hex; not over what we made of it, since ranges and times of ours may change. */
  contentHash: string
}

export interface ReportedSpecimen {
  analysisResultId: string
  identifier: string
  kind: string | null
  collectedAt: Date
}
