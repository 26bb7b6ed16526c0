import type { ReferenceRange } from '@shop/domain/reference-range'
import type { Texts } from './create-texts.ts'
import { formatDecimal } from './formats.server.ts'

/**
 * A reference range as it is written on pages, on paper and at the desk: `120 – 150`, `below 5`, `above 60`, or its words.
 * Null if it says nothing.
 */
export function rangeText(range: ReferenceRange, t: Texts['t'], locale: string): string | null {
  const low = range.low ?? null
  const high = range.high ?? null
  const limit = (value: number) => formatDecimal(value, locale)
  if (low !== null && high !== null) return `${limit(low)} – ${limit(high)}`
  if (high !== null) return t('results.range.below', { limit: limit(high) })
  if (low !== null) return t('results.range.above', { limit: limit(low) })
  return range.text ?? null
}
