import type { Component, Range } from './catalogue.ts'
import type { Random } from './random.ts'

const OUTSIDE_SHARE = 0.08
/** The share of these that are far outside. */
const CRITICAL_SHARE = 0.08

/** Ordinary values for components whose range in the catalogue is words ("interpreted by week of pregnancy"). */
const ORDINARY: Record<string, readonly [number, number]> = {
  'Estriol, free': [4, 12],
  'Free estriol': [4, 12],
  'Pregnancy-associated plasma protein A': [1.5, 6],
  'PAPP-A': [1.5, 6],
  'Free beta-hCG': [20, 70],
  'Alpha-fetoprotein': [25, 50],
  hCG: [15_000, 40_000],
  'sFlt-1': [1_200, 4_000],
  PlGF: [150, 600],
  'PSA free': [0.2, 0.8],
  'SARS-CoV-2 spike IgG antibodies': [20, 400],
  'Total bacterial mass': [1_500_000, 40_000_000],
}

/** A number as an instrument might measure it: mostly in range, sometimes outside, seldom far outside. */
export function drawNumericValue(random: Random, component: Component, range: Range | undefined): number {
  const { low, high } = range ?? component.referenceRanges[0] ?? {}
  const isOutside = random() < OUTSIDE_SHARE
  const isCritical = random() < CRITICAL_SHARE
  const upward = random() < 0.6
  const share = random()
  // An activity in percent of the usual one may exceed a hundred, a share may not.
  const top = component.ucumUnit === '%' && (high ?? 0) <= 100 ? 100 : Number.POSITIVE_INFINITY
  if (low === undefined && high === undefined) {
    const [from, to] = ORDINARY[component.name] ?? [1, 10]
    return from + share * (to - from)
  }
  if (low !== undefined && high !== undefined) {
    const width = high - low
    // The sum of two draws, so that most values are around the middle.
    if (!isOutside) return low + width * (0.5 + 0.42 * (share + random() - 1))
    const distance = width * (isCritical ? 1.2 + 0.4 * share : 0.05 + 0.3 * share)
    const above = high + distance
    const below = low - distance
    return below <= 0 || (upward && above < top) ? Math.min(above, top) : below
  }
  if (high !== undefined)
    return isOutside ? Math.min(high * (1.1 + 0.9 * share), top) : high * (0.4 + 0.5 * share)
  if (isOutside) return low! * (0.55 + 0.35 * share)
  return Math.min(low! * (1.15 + 0.6 * share), low! + (top - low!) * 0.9)
}

/** Rounds to the component's decimals, and back if only the rounding crossed a limit. */
export function roundValue(value: number, { decimals }: Component, range: Range | undefined): number {
  const rounded = Number(Math.max(value, 0).toFixed(decimals))
  if (!range || flagOf(value, range) !== 'N' || flagOf(rounded, range) === 'N') return rounded
  const step = rounded > value ? -(10 ** -decimals) : 10 ** -decimals
  return Number(Math.max(rounded + step, 0).toFixed(decimals))
}

export type NumericFlag = 'N' | 'L' | 'H' | 'LL' | 'HH'

/**
 * The HL7 interpretation. Two limits belong to the range, a single one does not. A value is critical if it is
 * further outside than the range is wide. Undefined for a range without numbers.
 */
export function flagOf(value: number, { low, high }: Range): NumericFlag | undefined {
  if (low !== undefined && high !== undefined) {
    const width = high - low
    if (value < low) return value < low - width ? 'LL' : 'L'
    if (value > high) return value > high + width ? 'HH' : 'H'
    return 'N'
  }
  if (high !== undefined) return value >= high ? 'H' : 'N'
  if (low !== undefined) return value <= low ? 'L' : 'N'
  return undefined
}
