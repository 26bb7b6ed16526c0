import type { WireGender } from '@shop/contract/fields'
import type { PatientReport } from '@shop/contract/results'
import { type Age, ageOf } from '@shop/domain/age-in-words'
import type { ResultStatus } from '@shop/domain/results'
import { formatDay, formatDayOf, formatSampling } from '@shop/texts/formats.server'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { awaitedWords } from './awaited-words.server.ts'
import { type SwarmView, swarmView } from './value-swarm.server.ts'
import { type ValueView, valueViews } from './value-view.server.ts'

export interface ReportAnalysisView {
  id: string
  name: string
  status: ResultStatus | null
  reported: string | null
  awaits: string | null
  specimen: string | null
  comment: string | null
  values: ValueView[]
  withdrawn: { name: string; text: string; on: string }[]
}

/** A patient's whole report for a reader without a login: a doctor, or someone checking a printed report. */
export interface ReportView {
  orderNumber: string
  sampled: string
  laboratory: string
  isComplete: boolean
  hasCritical: boolean
  patientName: string
  /** "12 April 1990" */
  born: string
  age: Age
  gender: WireGender
  analyses: ReportAnalysisView[]
  /** All values on one range; null for a few, and the previous release does not send it. */
  swarm?: SwarmView | null
}

export function reportView(report: PatientReport, place: Shop): ReportView {
  const { patient, sampledAt } = report
  const analyses = report.analyses.map((analysis) => analysisView(analysis, place))
  return {
    orderNumber: report.orderNumber,
    sampled: formatSampling(sampledAt, place, 'date'),
    laboratory: report.laboratoryName,
    isComplete: report.complete,
    hasCritical: report.analyses.some(({ hasCritical }) => hasCritical),
    patientName: `${patient.firstName} ${patient.lastName}`,
    born: formatDay(patient.dateOfBirth, place.locale, 'date'),
    age: ageOf(patient.dateOfBirth, sampledAt.slice(0, 10)),
    gender: patient.gender,
    analyses,
    swarm: swarmView(analyses.flatMap(({ values }) => values)),
  }
}

function analysisView(analysis: PatientReport['analyses'][number], place: Shop): ReportAnalysisView {
  return {
    id: analysis.id,
    name: analysis.name,
    status: analysis.status,
    reported: analysis.reportedAt && formatDayOf(analysis.reportedAt, place, 'date'),
    awaits: awaitedWords(analysis, place),
    specimen: analysis.specimen,
    comment: analysis.comment,
    values: valueViews(analysis, place),
    withdrawn: analysis.withdrawn.map(({ name, text, replacedAt }) => ({
      name,
      text,
      on: formatDayOf(replacedAt, place, 'date'),
    })),
  }
}
