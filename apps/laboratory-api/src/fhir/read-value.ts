import type { CodeableConcept } from './element-schemas.ts'
import type { FhirObservation } from './resource-schemas.ts'
import { UCUM } from './systems.ts'

export interface ReadValue {
  number: number | null
  comparator: '<' | '<=' | '>=' | '>' | null
  unit: string | null
  words: string | null
}

export type Fault = (element: string, diagnostics: string) => void

/** SNOMED CT answers that laboratories send without words. */
const SNOMED_WORDS: Readonly<Record<string, string>> = {
  '260415000': 'not detected',
  '260373001': 'detected',
  '260385009': 'negative',
  '10828004': 'positive',
  '264868006': 'no growth',
}

/** Units that stand for no dimension: `{ratio}`, `1`. */
function isDimensionless(unit: string | null): boolean {
  return unit === null || unit === '1' || /^\{[^}]*\}$/.test(unit)
}

/**
 * The value of an observation. `usualUnit` is the catalogue's for this measure: a number without a unit is
 * only taken where none is needed.
 */
export function readValue(observation: FhirObservation, usualUnit: string | null, fault: Fault): ReadValue {
  const nothing: ReadValue = { number: null, comparator: null, unit: null, words: null }
  const { valueQuantity: quantity, valueInteger, valueCodeableConcept, valueString } = observation
  if (valueString !== undefined) return { ...nothing, words: valueString }
  if (valueCodeableConcept) {
    const words = wordsOf(valueCodeableConcept)
    if (!words) fault('valueCodeableConcept', 'a text or a coding with a display is required')
    return { ...nothing, words }
  }
  if (valueInteger !== undefined) return { ...nothing, number: valueInteger, unit: usualUnit }
  if (!quantity) return nothing
  const { value, comparator = null, system, code } = quantity
  if (system !== undefined && system !== UCUM) fault('valueQuantity.system', `${UCUM} expected`)
  if (code === undefined && !isDimensionless(usualUnit)) {
    fault('valueQuantity.code', `a UCUM code of the unit is required, as ${usualUnit}`)
  }
  const unit = code === undefined || (code === '1' && isDimensionless(usualUnit)) ? usualUnit : code
  return { number: value, comparator, unit, words: null }
}

export function wordsOf({ text, coding = [] }: CodeableConcept): string | null {
  if (text !== undefined) return text
  const found = coding.find(({ display, code }) => display !== undefined || SNOMED_WORDS[code ?? ''])
  return found ? (found.display ?? SNOMED_WORDS[found.code!]!) : null
}

/** As `wordsOf`, but a bare code is better than nothing: a method's code. */
export function wordsOrCodeOf(concept: CodeableConcept | undefined): string | null {
  if (!concept) return null
  return wordsOf(concept) ?? concept.coding?.find(({ code }) => code)?.code ?? null
}

/** How many decimals a number has been reported with, as far as JSON tells. */
export function decimalsOf(value: number): number {
  const [, fraction = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  return Math.min(Math.max(0, fraction.length - Number(exponent)), 10)
}
