import type { Observation } from '@shop/contract/results'
import type { Locale } from '@shop/domain/locale'
import { unitText } from '@shop/domain/unit-text'
import { valueWithUnit } from '@shop/texts/value-text.server'
import { textsIn } from '../texts.ts'
import { localiseWords } from './localise-words.ts'
import type { ObservationRow } from './tables.ts'

type Value = Pick<ObservationRow, 'number' | 'comparator' | 'decimals' | 'unit' | 'words' | 'absentReason'>

/** `< 0.5 mmol/L`, `not detected`, or why there is no value. */
export function formatValue(value: Value, locale: Locale): string {
  return valueWithUnit(toValue(value, locale), locale)
}

/** A stored value as it is sent, in the reader's language. */
export function toValue(
  { number, comparator, decimals, unit, words, absentReason }: Value,
  locale: Locale,
): Pick<Observation, 'value' | 'absentReason'> {
  if (words !== null)
    return { value: { kind: 'coded', text: localiseWords(words, locale) }, absentReason: null }
  if (number === null) return { value: null, absentReason: absentWords(absentReason, locale) }
  const ofUnit = unitText(unit, locale) || null
  return {
    value: { kind: 'numeric', value: number, comparator, decimals, unit: ofUnit },
    absentReason: null,
  }
}

/** In place of HL7's code: there is a value, but no key opens it. */
export const UNREADABLE_VALUE = 'unreadable'

const ABSENT = {
  [UNREADABLE_VALUE]: 'unreadable',
  error: 'error',
  'not-a-number': 'error',
  cancelled: 'cancelled',
  'entered-in-error': 'cancelled',
  'temp-unknown': 'pending',
  registered: 'pending',
  'not-performed': 'notPerformed',
  'not-permitted': 'notPerformed',
  'not-applicable': 'notPerformed',
  unsupported: 'notPerformed',
  unsatisfactory: 'sample',
} as const

/** Why there is no value, by HL7's code, in the reader's language. */
export function absentWords(code: string | null, locale: Locale): string {
  const reason = isKnown(code) ? ABSENT[code] : 'unknown'
  return textsIn(locale)(`results.absent.${reason}`)
}

function isKnown(code: string | null): code is keyof typeof ABSENT {
  return code !== null && Object.hasOwn(ABSENT, code)
}
