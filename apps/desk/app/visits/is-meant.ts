import type { DeskVisit } from '@shop/contract/desk-day'
import { foldName } from '@shop/domain/fold-name'

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/** How numbers are dialled within the country: 8 029, 029. */
const HOME_PREFIX = /^8?0/

/**
 * Whether a visit is meant by what a patient at the counter says: its number, a telephone in any notation, or parts of
 * one patient's names in any order.
 */
export function isMeant(
  { number, patientNames, phone }: Pick<DeskVisit, 'number' | 'patientNames' | 'phone'>,
  wanted: string,
): boolean {
  const digits = digitsOf(wanted)
  if (digits) {
    const dialled = digits.replace(HOME_PREFIX, '')
    return number.includes(digits) || (dialled !== '' && digitsOf(phone ?? '').includes(dialled))
  }
  const words = foldName(wanted).match(/\p{L}+/gu) ?? []
  if (words.length === 0) return true
  return patientNames.some((name) => words.every((word) => foldName(name).includes(word)))
}
