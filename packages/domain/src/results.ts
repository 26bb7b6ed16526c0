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

/** Where a value is relative to its reference range, in the words that the release before knows as well. */
export const KNOWN_INTERPRETATIONS = [
  'normal',
  'low',
  'high',
  'criticalLow',
  'criticalHigh',
  'abnormal',
] as const
export type KnownInterpretation = (typeof KNOWN_INTERPRETATIONS)[number]

/** `criticalAbnormal`: what is not expected where there is no scale, such as a finding in words, and cannot wait. */
export const INTERPRETATIONS = [...KNOWN_INTERPRETATIONS, 'criticalAbnormal'] as const
export type Interpretation = (typeof INTERPRETATIONS)[number]

const CRITICAL = ['criticalLow', 'criticalHigh', 'criticalAbnormal'] as const satisfies Interpretation[]

/** Someone must be told of the value. */
export const isCritical = (
  interpretation: Interpretation | null,
): interpretation is (typeof CRITICAL)[number] => CRITICAL.some((critical) => critical === interpretation)

/** An interpretation as it is stored and answered: the release before reads an abnormal value, and not the mark. */
export function asKnown<Found extends Interpretation | null>(
  found: Found,
): { interpretation: Exclude<Found, 'criticalAbnormal'> | 'abnormal'; isCritical?: true } {
  return found === 'criticalAbnormal'
    ? { interpretation: 'abnormal', isCritical: true }
    : { interpretation: found as Exclude<Found, 'criticalAbnormal'> }
}

/** The interpretation that was stored or answered by `asKnown`. */
export function interpretationOf<Known extends KnownInterpretation | null>(told: {
  interpretation: Known
  isCritical?: boolean | undefined
}): Known | 'criticalAbnormal' {
  return told.interpretation === 'abnormal' && told.isCritical ? 'criticalAbnormal' : told.interpretation
}

/** The shape beside a value: ● in range, ▼ low, ▲ high, ■ not what is expected, ◆ critical. */
export type ResultMark = 'in' | 'low' | 'high' | 'abnormal' | 'critical'
const RESULT_MARKS: Readonly<Record<Interpretation, ResultMark>> = {
  normal: 'in',
  low: 'low',
  high: 'high',
  criticalLow: 'critical',
  criticalHigh: 'critical',
  abnormal: 'abnormal',
  criticalAbnormal: 'critical',
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
