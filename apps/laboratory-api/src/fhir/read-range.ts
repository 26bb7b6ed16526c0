import { INTERPRETATION } from '@shop/contract/fhir'
import { isCritical } from '@shop/domain/results'
import type { GivenRange } from '../results/judge-value.ts'
import type { ObservationRow } from '../results/tables.ts'
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

/** The laboratory's own normal range; null when it gave none. */
export function readRange(
  observation: FhirObservation,
  unit: string | null,
  fault: Fault,
): GivenRange | null {
  const ranges = observation.referenceRange ?? []
  const index = ranges.findIndex(({ type }) => !type || type.coding?.some(({ code }) => code === 'normal'))
  const range = ranges[index]
  if (!range) return null
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

/** FHIR's limits belong to their range. The text beside a single one may say that it does not: `<5`, `> 60`. */
function excludesLimit({ low, high, text = '' }: FhirRange): boolean {
  const [, sign, limit] = /^([<>])\s*(-?\d+(?:[.,]\d+)?)$/.exec(text.trim()) ?? []
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
