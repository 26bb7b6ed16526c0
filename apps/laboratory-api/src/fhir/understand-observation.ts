import { genderFromWire } from '@shop/contract/fields'
import { ageInYears, todayIn } from '@shop/domain/age'
import type { ResultStatus } from '@shop/domain/results'
import type { CatalogueAnalysis } from '../catalogue/catalogue-snapshot.ts'
import { judgeValue } from '../results/judge-value.ts'
import type { ReportableLine } from '../results/open-test-results.ts'
import type { ReportedValue } from '../results/reported.ts'
import { matchComponent, measureOf, namedMeasure } from './match-component.ts'
import { readInterpretation, readRange } from './read-range.ts'
import { conceptTextOrCode, decimalsOf, type Fault, readValue } from './read-value.ts'
import type { FhirObservation, ObservationStatus } from './resource-schemas.ts'

const STATUS: Readonly<Record<ObservationStatus, ResultStatus>> = {
  registered: 'preliminary',
  preliminary: 'preliminary',
  final: 'final',
  amended: 'corrected',
  corrected: 'corrected',
  cancelled: 'cancelled',
  'entered-in-error': 'cancelled',
}

interface Input {
  observation: FhirObservation
  line: ReportableLine
  analysis: CatalogueAnalysis
  sampledAt: Date
  /** The business zone: the patient's age is taken on the day of the sample in it. */
  zone: string
  fault: Fault
}

/** The value that an observation reports for the line's patient; null when its code is not of the analysis. */
export function understandObservation(input: Input): ReportedValue | null {
  const { observation, line, analysis, fault, sampledAt } = input
  const component = matchComponent(observation.code, analysis)
  if (!component) {
    fault('code', `No component of analysis ${analysis.code} has this code`)
    return null
  }
  const isVoid = STATUS[observation.status] === 'cancelled'
  const value = readValue(isVoid ? withoutValue(observation) : observation, component.ucumUnit, fault)
  const { gender, dateOfBirth } = line.patient
  const person = {
    sex: genderFromWire(gender),
    ageYears: ageInYears(dateOfBirth, todayIn(input.zone, sampledAt)),
  }
  const judged = judgeValue({
    ...value,
    given: readRange(observation, { unit: component.ucumUnit, person }, fault),
    interpretation: readInterpretation(observation, fault),
    component,
    person,
  })
  const hasValue = value.number !== null || value.words !== null
  return {
    position: analysis.components.indexOf(component),
    measure: measureOf(component, analysis.code),
    named: namedMeasure(observation.code, analysis),
    name: component.name,
    loinc: component.loinc,
    ...value,
    decimals: decimalsFor(value.number, component),
    absentReason: hasValue ? null : absentReasonOf(observation),
    ...judged,
    interpretation: hasValue ? judged.interpretation : null,
    method: conceptTextOrCode(observation.method),
    comment: observation.note?.map(({ text }) => text).join('\n') ?? null,
    status: STATUS[observation.status],
    sampledAt,
  }
}

function withoutValue(observation: FhirObservation): FhirObservation {
  const {
    valueQuantity: _q,
    valueInteger: _i,
    valueCodeableConcept: _c,
    valueString: _s,
    ...rest
  } = observation
  return rest as FhirObservation
}

/** As many as the catalogue shows, but no fewer than were reported: rounding must not move a value across a limit. */
function decimalsFor(number: number | null, { decimals }: { decimals: number }): number {
  return number === null ? decimals : Math.max(decimals, decimalsOf(number))
}

function absentReasonOf({ dataAbsentReason, status }: FhirObservation): string | null {
  const code = dataAbsentReason?.coding?.find((coding) => coding.code)?.code ?? dataAbsentReason?.text
  return code ?? (STATUS[status] === 'cancelled' ? status : null)
}
