import type { ReferenceRange } from '@shop/domain/reference-range'
import type { Texts } from './create-texts.ts'
import { formatDecimal } from './formats.server.ts'

/**
 * A reference range as it is written on pages, on paper and at the desk: `120 – 150`, `below 5`, `above 60`, `up to 5`,
 * `at least 60`, or its words. Null if it says nothing.
 */
export function rangeText(range: ReferenceRange, t: Texts['t'], locale: string): string | null {
  const { low, high } = rangeLimits(range, locale)
  if (low && high) return `${low} – ${high}`
  if (high) return t(`results.range.${range.includesLimit ? 'upTo' : 'below'}`, { limit: high })
  if (low) return t(`results.range.${range.includesLimit ? 'atLeast' : 'above'}`, { limit: low })
  return range.text ?? null
}

/** The limits that a range has, formatted each. */
export function rangeLimits({ low, high }: ReferenceRange, locale: string): { low?: string; high?: string } {
  const limit = (name: 'low' | 'high', value: number | null | undefined) =>
    value === null || value === undefined ? {} : { [name]: formatDecimal(value, locale) }
  return { ...limit('low', low), ...limit('high', high) }
}
