import type { Locale } from '@shop/domain/locale'
import { COMPARATOR_SIGNS } from '@shop/domain/results'
import { unitText } from '@shop/domain/unit-text'
import { formatNumber } from '@shop/texts/formats.server'
import { textsIn } from '../texts.ts'
import { localiseWords } from './localise-words.ts'
import type { ObservationRow } from './tables.ts'

type Value = Pick<ObservationRow, 'number' | 'comparator' | 'decimals' | 'unit' | 'words' | 'absentReason'>

/** `< 0.5 mmol/L`, `not detected`, or why there is no value. */
export function formatValue(value: Value, locale: Locale): string {
  const { number, comparator, decimals, unit, words, absentReason } = value
  if (words !== null) return localiseWords(words, locale)
  if (number === null) return absentWords(absentReason, locale)
  const sign = comparator === null ? '' : `${COMPARATOR_SIGNS[comparator]} `
  return [`${sign}${formatNumber(number, decimals, locale)}`, unitText(unit, locale)]
    .filter(Boolean)
    .join(' ')
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
  return textsIn(locale)(`papers:absent.${reason}`)
}

function isKnown(code: string | null): code is keyof typeof ABSENT {
  return code !== null && Object.hasOwn(ABSENT, code)
}
