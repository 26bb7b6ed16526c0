/** How final a result is: what the laboratory may still change, and what it has changed. */
export const RESULT_STATUSES = ['preliminary', 'final', 'corrected', 'cancelled'] as const
export type ResultStatus = (typeof RESULT_STATUSES)[number]

/** The statuses of a result that can be relied on. */
export const FINAL_STATUSES = ['final', 'corrected'] as const satisfies readonly ResultStatus[]
/** And of one of which nothing more is awaited, since it was cancelled. */
export const SETTLED_STATUSES = [...FINAL_STATUSES, 'cancelled'] as const satisfies readonly ResultStatus[]

/** Null: nothing is reported yet. */
export const isFinal = (status: ResultStatus | null | undefined): boolean =>
  FINAL_STATUSES.some((final) => final === status)

/** What a value is: a number, or words. */
export const VALUE_TYPES = ['numeric', 'coded'] as const
export type ValueType = (typeof VALUE_TYPES)[number]

/** Where a value is relative to its reference range. */
export const INTERPRETATIONS = ['normal', 'low', 'high', 'criticalLow', 'criticalHigh', 'abnormal'] as const
export type Interpretation = (typeof INTERPRETATIONS)[number]

/** The shape beside a value: ● in range, ▼ low, ▲ high, ■ not what is expected, ◆ critical. */
export type ResultMark = 'in' | 'low' | 'high' | 'abnormal' | 'critical'
const RESULT_MARKS: Readonly<Record<Interpretation, ResultMark>> = {
  normal: 'in',
  low: 'low',
  high: 'high',
  criticalLow: 'critical',
  criticalHigh: 'critical',
  abnormal: 'abnormal',
}

/** The shape of a value that the laboratory has interpreted, or of one that cannot be judged. */
export function resultMark(interpretation: Interpretation | null): ResultMark {
  return interpretation ? RESULT_MARKS[interpretation] : 'in'
}

/** How a value is beyond what its method measures, as in `< 0.5`. */
export const COMPARATORS = ['<', '<=', '>=', '>'] as const
export type Comparator = (typeof COMPARATORS)[number]

/** As people read them, in every language. */
export const COMPARATOR_SIGNS: Readonly<Record<Comparator, string>> = {
  '<': '<',
  '<=': '≤',
  '>=': '≥',
  '>': '>',
}
