import type { Observation } from '@shop/contract/results'
import { COMPARATOR_SIGNS } from '@shop/domain/results'
import { formatNumber } from './formats.server.ts'

/** A reported value as the main API sends it. */
type Reported = Pick<Observation, 'value' | 'absentReason'>

/** A value as pages, papers and the desk write it: `< 0.5`, `not detected`, or why there is none. */
export function valueText({ value, absentReason }: Reported, locale: string): string {
  if (!value) return absentReason ?? ''
  if (value.kind === 'coded') return value.text
  const number = formatNumber(value.value, value.decimals, locale)
  return value.comparator ? `${COMPARATOR_SIGNS[value.comparator]} ${number}` : number
}

/** The same in one text, as it is read aloud: `< 0.5 mmol/L`. */
export function valueWithUnit(reported: Reported, locale: string): string {
  const unit = reported.value?.kind === 'numeric' ? reported.value.unit : null
  return withUnit(valueText(reported, locale), unit)
}

/** `4 g/L`, or the bare text where there is no unit. */
export function withUnit(text: string | null, unit: string | null): string {
  return [text, unit].filter(Boolean).join(' ')
}

/**
 * The part before the decimal separator, such as `< 0` of `< 0.5 mmol/L`: values are aligned by it. Null when there is
 * no number.
 */
export function wholeText(reported: Reported, locale: string): string | null {
  if (reported.value?.kind !== 'numeric') return null
  const { decimals } = reported.value
  const text = valueText(reported, locale)
  return decimals > 0 ? text.slice(0, -decimals - 1) : text
}
