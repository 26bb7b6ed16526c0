/** How final a result is: what the laboratory may still change, and what it has changed. */
export const RESULT_STATUSES = ['preliminary', 'final', 'corrected', 'cancelled'] as const
export type ResultStatus = (typeof RESULT_STATUSES)[number]

/** What a value is: a number, or words. */
export const VALUE_TYPES = ['numeric', 'coded'] as const
export type ValueType = (typeof VALUE_TYPES)[number]

/** Where a value is relative to its reference range. */
export const INTERPRETATIONS = ['normal', 'low', 'high', 'criticalLow', 'criticalHigh', 'abnormal'] as const
export type Interpretation = (typeof INTERPRETATIONS)[number]

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
