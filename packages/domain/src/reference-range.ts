import type { Gender } from './gender.ts'

/**
 * Limits for a group of people. `ageFromYears` is inclusive, `ageToYears` exclusive. If there are two limits, both
 * belong to the range; `high` alone means below that value, `low` alone above it, unless `includesLimit`. `text`
 * replaces a range without numbers.
 */
export interface ReferenceRange {
  readonly sex?: Gender | null
  readonly ageFromYears?: number | null
  readonly ageToYears?: number | null
  readonly low?: number | null
  readonly high?: number | null
  readonly includesLimit?: boolean | undefined
  readonly text?: string | null
}

/** A side of a range. */
export type RangeSide = 'below' | 'above'

export type RangeInterpretation = 'low' | 'high' | 'normal'

/** The positions of the range's limits on a bar from 0 to 100; the marker never leaves the bar. */
const LOW_POSITION = 25
const HIGH_POSITION = 75
const FIRST_POSITION = 3
const LAST_POSITION = 97

/** The first range that applies to a sex and an age in completed years; null if none does. */
export function pickReferenceRange<T extends ReferenceRange>(
  ranges: readonly T[],
  person: { readonly sex: Gender; readonly ageYears: number },
): T | null {
  const found = ranges.find((range) => {
    if (range.sex && range.sex !== person.sex) return false
    const from = range.ageFromYears ?? Number.NEGATIVE_INFINITY
    const to = range.ageToYears ?? Number.POSITIVE_INFINITY
    return from <= person.ageYears && person.ageYears < to
  })
  return found ?? null
}

/** Where a value is relative to the range; null if the range has no numbers or the value is not a number. */
export function interpret(value: number, range: ReferenceRange): RangeInterpretation | null {
  const { low, high } = limitsOf(range)
  if (!Number.isFinite(value) || (low === null && high === null)) return null
  const isOutside = (limit: number, other: number | null) =>
    value === limit && other === null && !range.includesLimit
  if (low !== null && (value < low || isOutside(low, high))) return 'low'
  if (high !== null && (value > high || isOutside(high, low))) return 'high'
  return 'normal'
}

/**
 * The position of the marker on the bar, 0 to 100, clamped to 3 and 97, with the limits at 25 and 75. With one
 * limit the scale starts at zero, so that half of the limit is half way to it. Null if `interpret` is null.
 */
export function rangePosition(value: number, range: ReferenceRange): number | null {
  const { low, high } = limitsOf(range)
  if (!Number.isFinite(value) || (low === null && high === null)) return null
  const position =
    low !== null && high !== null
      ? LOW_POSITION + ((value - low) / (high - low)) * (HIGH_POSITION - LOW_POSITION)
      : oneSidedPosition(value, low, high)
  return Math.min(LAST_POSITION, Math.max(FIRST_POSITION, position))
}

/** How a value is drawn in its range: `rangePosition` and `openSideOf`. Null where there is nothing to draw. */
export function rangeBar(
  value: number,
  range: ReferenceRange | null,
): { position: number; open: RangeSide | null } | null {
  const position = range && rangePosition(value, range)
  return range && position !== null ? { position, open: openSideOf(range) } : null
}

/**
 * Whether a value outside its range is beyond the scale too, so that the bar's line is broken before its mark. Inside an
 * open range the first position is the scale's own end: zero.
 */
export const isOffScale = (position: number, isOutside: boolean): boolean =>
  isOutside && (position === FIRST_POSITION || position === LAST_POSITION)

/** The side of the bar without a limit; null if there are two limits, or none. */
export function openSideOf(range: ReferenceRange): RangeSide | null {
  const { low, high } = limitsOf(range)
  if (low === null) return high === null ? null : 'below'
  return high === null ? 'above' : null
}

function oneSidedPosition(value: number, low: number | null, high: number | null): number {
  const limit = high ?? low ?? 0
  const limitPosition = high === null ? LOW_POSITION : HIGH_POSITION
  if (limit > 0) return (value / limit) * limitPosition
  // A limit of zero or below gives no scale: only the side can be shown.
  const middle = (LOW_POSITION + HIGH_POSITION) / 2
  if (high === null) return value > limit ? middle : FIRST_POSITION
  return value < limit ? middle : LAST_POSITION
}

function limitsOf(range: ReferenceRange): { low: number | null; high: number | null } {
  return { low: range.low ?? null, high: range.high ?? null }
}
