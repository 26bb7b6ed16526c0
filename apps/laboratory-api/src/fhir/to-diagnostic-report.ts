import { DATA_ABSENT_REASON, INTERPRETATION, LOINC, UCUM } from '@shop/contract/fhir'
import type { CatalogueSnapshot } from '../catalogue/catalogue-snapshot.ts'
import { UNREADABLE_VALUE } from '../results/format-value.ts'
import type { AnalysisResultRow, ObservationRow } from '../results/tables.ts'
import { samplingIn } from './fhir-time.ts'
import { componentCode } from './match-component.ts'
import type { ReportRow } from './report-queries.ts'
import { serviceRequestId } from './service-request-id.ts'
import type { Writing } from './systems.ts'

interface Source extends Writing {
  snapshot: CatalogueSnapshot
}

/** The current state of a report, for the system that sent it. */
export function toDiagnosticReport({ result, received, observationIds }: ReportRow, source: Source) {
  const { zone } = source
  const [, system, ...value] = received.identifier.split('|')
  const requestId = serviceRequestId(result.orderId, result.linePosition)
  return {
    resourceType: 'DiagnosticReport',
    id: result.id,
    meta: { lastUpdated: received.receivedAt.toISOString() },
    identifier: [{ ...(system ? { system } : {}), value: value.join('|') }],
    basedOn: [{ reference: `ServiceRequest/${requestId}` }],
    status: received.status,
    code: { coding: analysisCoding(result, source) },
    subject: { reference: `Patient/${result.patientId}` },
    effectiveDateTime: samplingIn(zone, result.sampledAt),
    ...(result.reportedAt ? { issued: result.reportedAt.toISOString() } : {}),
    ...(result.collectedAt ? { specimen: [{ reference: `Specimen/${requestId}` }] } : {}),
    ...(observationIds.length > 0
      ? { result: observationIds.map((id) => ({ reference: `Observation/${id}` })) }
      : {}),
    ...(result.comment ? { conclusion: result.comment } : {}),
  }
}

function analysisCoding({ analysisId }: AnalysisResultRow, { snapshot, systems }: Source) {
  const analysis = snapshot.analyses.get(analysisId)
  if (!analysis) return []
  const { code, loinc, name } = analysis
  return [
    { system: systems.analysis, code, display: name.en },
    ...(loinc ? [{ system: LOINC, code: loinc }] : []),
  ]
}

const INTERPRETATION_CODES: Readonly<Record<NonNullable<ObservationRow['interpretation']>, string>> = {
  normal: 'N',
  low: 'L',
  high: 'H',
  criticalLow: 'LL',
  criticalHigh: 'HH',
  abnormal: 'A',
  criticalAbnormal: 'AA',
}

/** A value that no key opens has HL7's code for a system error. */
const absentCode = (reason: string | null) => (reason === UNREADABLE_VALUE ? 'error' : (reason ?? 'unknown'))

/** A current value, with the range and interpretation that the patient is shown. */
export function toObservation(
  { observation, result }: { observation: ObservationRow; result: AnalysisResultRow },
  source: Source,
) {
  const { name, number, words, interpretation, method, comment, absentReason } = observation
  return {
    resourceType: 'Observation',
    id: observation.id,
    basedOn: [{ reference: `ServiceRequest/${serviceRequestId(result.orderId, result.linePosition)}` }],
    status: observation.status,
    code: { coding: componentCoding(observation, result, source), text: name.en },
    subject: { reference: `Patient/${result.patientId}` },
    effectiveDateTime: samplingIn(source.zone, observation.sampledAt),
    issued: observation.reportedAt.toISOString(),
    ...(number === null ? {} : { valueQuantity: toQuantity(observation, number) }),
    ...(words === null ? {} : { valueString: words }),
    ...(number === null && words === null
      ? { dataAbsentReason: { coding: [{ system: DATA_ABSENT_REASON, code: absentCode(absentReason) }] } }
      : {}),
    ...(interpretation
      ? {
          interpretation: [
            { coding: [{ system: INTERPRETATION, code: INTERPRETATION_CODES[interpretation] }] },
          ],
        }
      : {}),
    ...(method ? { method: { text: method } } : {}),
    ...(comment ? { note: [{ text: comment }] } : {}),
    ...toReferenceRange(observation),
  }
}

function componentCoding(
  { loinc, name }: ObservationRow,
  { analysisId }: AnalysisResultRow,
  { snapshot, systems }: Source,
) {
  const analysis = snapshot.analyses.get(analysisId)
  const index = analysis?.components.findIndex((component) => component.name.en === name.en) ?? -1
  return [
    ...(analysis && index >= 0
      ? [{ system: systems.component, code: componentCode(analysis.code, index), display: name.en }]
      : []),
    ...(loinc ? [{ system: LOINC, code: loinc }] : []),
  ]
}

function toQuantity({ comparator, unit }: ObservationRow, value: number) {
  return {
    value,
    ...(comparator ? { comparator } : {}),
    ...(unit ? { unit, system: UCUM, code: unit } : {}),
  }
}

function toReferenceRange({ low, high, includesLimit, rangeWords, ...observation }: ObservationRow) {
  // As it is read: a single limit belongs to its range, unless a text says that it does not.
  const strict = low === null ? `<${high}` : high === null ? `>${low}` : null
  if (low === null && high === null && !rangeWords) return {}
  const limit = (value: number) =>
    toQuantity({ ...observation, low, high, rangeWords, comparator: null }, value)
  const text = rangeWords?.en ?? (includesLimit ? null : strict)
  return {
    referenceRange: [
      {
        ...(low === null ? {} : { low: limit(low) }),
        ...(high === null ? {} : { high: limit(high) }),
        ...(text ? { text } : {}),
      },
    ],
  }
}
