import { useTexts } from '../platform/texts/use-texts.ts'
import type { ValueView } from './value-view.server.ts'

/** The reference range in words: `120 – 150`, `below 5`, `not detected`. */
export function useRangeText(): (range: ValueView['range']) => string {
  const { t } = useTexts()
  return (range) => {
    if (!range) return t('results.range.none')
    const { low, high, text } = range
    if (low !== undefined && high !== undefined) return `${low} – ${high}`
    if (high !== undefined) return t('results.range.below', { limit: high })
    if (low !== undefined) return t('results.range.above', { limit: low })
    return text ?? t('results.range.none')
  }
}
