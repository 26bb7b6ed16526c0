/** How far a result is: what the laboratory may still change, what it has changed. */
export const RESULT_STATUSES = ['preliminary', 'final', 'corrected', 'cancelled'] as const
export type ResultStatus = (typeof RESULT_STATUSES)[number]

/** How a value lies to its reference range. */
export const INTERPRETATIONS = ['normal', 'low', 'high', 'criticalLow', 'criticalHigh', 'abnormal'] as const
export type Interpretation = (typeof INTERPRETATIONS)[number]
