import type { Observation } from '@shop/contract/results'
import type { Locale } from '@shop/domain/locale'
import { COMPARATOR_SIGNS } from '@shop/domain/results'
import { formatNumber } from '@shop/texts/formats.server'

/** A value as it is read aloud: `< 0.5 mmol/L`, `not detected`, or why there is none. */
export function valueText({ value, absentReason }: Observation, locale: Locale): string {
  if (!value) return absentReason ?? ''
  if (value.kind === 'coded') return value.text
  const sign = value.comparator ? `${COMPARATOR_SIGNS[value.comparator]} ` : ''
  return [`${sign}${formatNumber(value.value, value.decimals, locale)}`, value.unit].filter(Boolean).join(' ')
}

/**
 * The part before the decimal separator, such as `< 0` of `< 0.5 mmol/L`: values are aligned by it. Null when there is
 * no number.
 */
export function wholeText({ value }: Observation, locale: Locale): string | null {
  if (value?.kind !== 'numeric') return null
  const sign = value.comparator ? `${COMPARATOR_SIGNS[value.comparator]} ` : ''
  const number = formatNumber(value.value, value.decimals, locale)
  return `${sign}${value.decimals > 0 ? number.slice(0, -value.decimals - 1) : number}`
}
