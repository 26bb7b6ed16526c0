import { UCUM } from '@shop/contract/fhir'
import type { Comparator } from '@shop/domain/results'
import type { CodeableConcept, Quantity } from './element-schemas.ts'
import type { FhirObservation } from './resource-schemas.ts'

export interface ReadValue {
  number: number | null
  comparator: Comparator | null
  unit: string | null
  words: string | null
}

export type Fault = (element: string, diagnostics: string) => void

/** SNOMED CT codes that laboratories send without words. */
const SNOMED_WORDS: Readonly<Record<string, string>> = {
  '260415000': 'not detected',
  '260373001': 'detected',
  '260385009': 'negative',
  '10828004': 'positive',
  '264868006': 'no growth',
}

function isDimensionless(unit: string | null): boolean {
  return unit === null || unit === '1' || /^\{[^}]*\}$/.test(unit)
}

/**
 * A number, bare or with one word that may be its unit: `61`, `< 5,2`, `61 mmol/l`. `5-10 per field`, `1:40`
 * and `3+` do not match.
 */
const LONGEST_NUMBER = 100
const NUMBER_IN_WORDS = /^(?:[<>]=?|[≤≥=])?\s*[+-]?\d+(?:[.,]\d+)?\s*[\p{L}%\d.^*/]*$/u

/**
 * The value of an observation. `unit` is the catalogue's unit for this measure, and a number in any other is refused:
 * its range would not apply, and its history over the years would break. If there is a unit, a number sent as words is
 * refused too: nothing would judge it, and its unit would be unknown.
 */
export function readValue(observation: FhirObservation, unit: string | null, fault: Fault): ReadValue {
  const nothing: ReadValue = { number: null, comparator: null, unit: null, words: null }
  const { valueQuantity: quantity, valueInteger, valueCodeableConcept, valueString } = observation
  const noNumber = (element: string, words: string) => {
    const text = words.trim()
    // A longer text is none, and the pattern would try every length of each of its parts.
    if (unit !== null && text.length <= LONGEST_NUMBER && NUMBER_IN_WORDS.test(text))
      fault(element, `a valueQuantity in ${unit} is required`)
  }
  if (valueString !== undefined) {
    noNumber('valueString', valueString)
    return { ...nothing, words: valueString }
  }
  if (valueCodeableConcept) {
    const words = conceptText(valueCodeableConcept)
    if (words) noNumber('valueCodeableConcept', words)
    else fault('valueCodeableConcept', 'a text or a coding with a display is required')
    return { ...nothing, words }
  }
  if (valueInteger !== undefined) {
    if (!isDimensionless(unit)) fault('valueInteger', `a valueQuantity in ${unit} is required`)
    return { ...nothing, number: valueInteger, unit }
  }
  if (!quantity) return nothing
  checkUnit({ quantity, unit, path: 'valueQuantity' }, fault)
  return { number: quantity.value, comparator: quantity.comparator ?? null, unit, words: null }
}

/** Adds a fault for another unit. Units without a dimension (`{ratio}`, `1`) equal each other and none. */
export function checkUnit(
  { quantity, unit, path }: { quantity: Quantity; unit: string | null; path: string },
  fault: Fault,
): void {
  const { system, code } = quantity
  if (system !== undefined && system !== UCUM) fault(`${path}.system`, `must be ${UCUM}`)
  else if (isDimensionless(unit)) {
    if (!isDimensionless(code ?? null)) fault(`${path}.code`, 'must have no unit, or 1, or one in braces')
  } else if (code !== unit) fault(`${path}.code`, `must have the UCUM code ${unit}`)
}

function conceptText({ text, coding = [] }: CodeableConcept): string | null {
  if (text !== undefined) return text
  const found = coding.find(({ display, code }) => display !== undefined || SNOMED_WORDS[code ?? ''])
  return found ? (found.display ?? SNOMED_WORDS[found.code!]!) : null
}

/** As `conceptText`, but with a bare code as the last resort, such as a method's. */
export function conceptTextOrCode(concept: CodeableConcept | undefined): string | null {
  if (!concept) return null
  return conceptText(concept) ?? concept.coding?.find(({ code }) => code)?.code ?? null
}

/** How many decimals a number was reported with, as far as JSON preserves them. */
export function decimalsOf(value: number): number {
  const [, fraction = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  return Math.min(Math.max(0, fraction.length - Number(exponent)), 10)
}
