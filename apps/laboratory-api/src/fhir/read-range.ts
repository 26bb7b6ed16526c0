import { ADMINISTRATIVE_GENDER, INTERPRETATION, SNOMED, UCUM } from '@shop/contract/fhir'
import type { Gender } from '@shop/domain/gender'
import { isCritical } from '@shop/domain/results'
import type { GivenRange } from '../results/judge-value.ts'
import type { ObservationRow } from '../results/tables.ts'
import type { CodeableConcept, Quantity } from './element-schemas.ts'
import { checkUnit, type Fault } from './read-value.ts'
import type { FhirObservation } from './resource-schemas.ts'

type FhirRange = NonNullable<FhirObservation['referenceRange']>[number]
type Interpretation = NonNullable<ObservationRow['interpretation']>

/** HL7's codes; null: the code does not say whether the value is normal, so the range decides. */
const INTERPRETATIONS: Readonly<Record<string, Interpretation | null>> = {
  N: 'normal',
  L: 'low',
  LU: 'low',
  LL: 'criticalLow',
  H: 'high',
  HU: 'high',
  HH: 'criticalHigh',
  A: 'abnormal',
  AA: 'criticalAbnormal',
  POS: null,
  NEG: null,
  DET: null,
  ND: null,
  IND: null,
}

/** The codes for the sex in `appliesTo`, with their systems. */
const SEXES: Readonly<Record<string, Gender>> = {
  [`${ADMINISTRATIVE_GENDER}|female`]: 'FEMALE',
  [`${ADMINISTRATIVE_GENDER}|male`]: 'MALE',
  [`${SNOMED}|248152002`]: 'FEMALE',
  [`${SNOMED}|248153007`]: 'MALE',
}

interface Person {
  sex: Gender
  ageYears: number
}

/** The laboratory's own normal range for this person; null when it gave none that certainly is. */
export function readRange(
  observation: FhirObservation,
  { unit, person }: { unit: string | null; person: Person },
  fault: Fault,
): GivenRange | null {
  const ranges = observation.referenceRange ?? []
  const own = ranges.filter((range) => isNormal(range) && isFor(range, person))
  // The nearer one says more: one for people like this person more than one for everyone.
  const [range] = own.toSorted((one, other) => nearnessOf(other) - nearnessOf(one))
  if (!range) return null
  const index = ranges.indexOf(range)
  const path = `referenceRange[${index}]`
  const { low, high, text } = range
  if (!low && !high && text === undefined) {
    fault(path, 'low, high or text is required (invariant ref-3)')
    return null
  }
  for (const [name, limit] of [['low', low] as const, ['high', high] as const]) {
    // A limit without a unit is in the unit of the measure.
    if (limit?.code !== undefined) checkUnit({ quantity: limit, unit, path: `${path}.${name}` }, fault)
  }
  if (low && high && low.value > high.value) fault(path, 'low is above high')
  return {
    low: low?.value ?? null,
    high: high?.value ?? null,
    includesLimit: !low !== !high && !excludesLimit(range),
    words: text === undefined || low || high ? null : { en: text, ru: text },
  }
}

const isNormal = ({ type }: FhirRange) => !type || type.coding?.some(({ code }) => code === 'normal')

/** Whether a range certainly is for this person: of what is not understood, such as a pregnancy, nothing is certain. */
function isFor({ appliesTo = [], age }: FhirRange, { sex, ageYears }: Person): boolean {
  if (!appliesTo.every((concept) => sexOf(concept) === sex)) return false
  if (!age) return true
  const [from, to] = [yearsOf(age.low, 0), yearsOf(age.high, Number.POSITIVE_INFINITY)]
  // In the year after `to` laboratories mean either: the person is older than that, to the day.
  return from !== null && to !== null && from <= ageYears && ageYears + 1 <= to
}

/** How many of sex, lower age and upper age a range is for. */
const nearnessOf = ({ appliesTo = [], age }: FhirRange): number =>
  [appliesTo.length > 0, age?.low, age?.high].filter(Boolean).length

/** Null also if one of the codes is of anything else. */
function sexOf({ coding = [] }: CodeableConcept): Gender | null {
  const [sex, ...others] = new Set(coding.map(({ system, code }) => SEXES[`${system}|${code}`] ?? null))
  return sex && others.length === 0 ? sex : null
}

/** In years; null in another unit. */
function yearsOf(age: Quantity | undefined, otherwise: number): number | null {
  if (!age) return otherwise
  return age.system === UCUM && age.code === 'a' && !age.comparator ? age.value : null
}

/** A sign, a number and perhaps a unit: one word that is more than a number or the end of a span. */
const ONLY_LIMIT = /^([<>])\s*(-?\d+(?:[.,]\d+)?)(?:(?:\s+(?=\S*[^\s\d.,–-])|(?![\d.,–-]))\S+)?$/

/** FHIR's limits belong to their range. The text beside a single one may say that it does not: `<5`, `> 60 mL/min`. */
function excludesLimit({ low, high, text = '' }: FhirRange): boolean {
  const [, sign, limit] = ONLY_LIMIT.exec(text.trim()) ?? []
  return limit !== undefined && Number(limit.replace(',', '.')) === (sign === '<' ? high : low)?.value
}

function gravityOf(interpretation: Interpretation | null): number {
  if (isCritical(interpretation)) return 3
  return interpretation === null ? 0 : interpretation === 'normal' ? 1 : 2
}

/** The laboratory's own interpretation, of several the gravest; null when it gave none. */
export function readInterpretation(observation: FhirObservation, fault: Fault): Interpretation | null {
  let found: Interpretation | null = null
  observation.interpretation?.forEach(({ coding = [] }, index) => {
    coding.forEach(({ system, code }, place) => {
      if (code === undefined || (system !== undefined && system !== INTERPRETATION)) return
      if (!Object.hasOwn(INTERPRETATIONS, code)) {
        fault(
          `interpretation[${index}].coding[${place}].code`,
          `must be one of ${Object.keys(INTERPRETATIONS).join(', ')}`,
        )
        return
      }
      const said = INTERPRETATIONS[code] ?? null
      if (gravityOf(said) > gravityOf(found)) found = said
    })
  })
  return found
}
