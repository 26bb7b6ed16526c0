import { isChild } from '@shop/domain/age'
import { type Age, ageOf } from '@shop/domain/age-in-words'
import type { ResultStatus } from '@shop/domain/results'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { formatDay } from '../platform/texts/format-dates.server.ts'
import { dayOf, momentOf } from './format-results.server.ts'

export interface AnalysisRowView {
  id: string
  name: string
  status: ResultStatus | null
  isUnread: boolean
  valueCount: number
  outsideCount: number
  hasCritical: boolean
  /** "17 November 2026" */
  reportedOn: string | null
  /** "Tuesday 17 November" */
  expectedOn: string | null
}

export interface PatientAnalyzesView {
  testResultId: string
  patientId: string
  name: string
  age: Age
  isChild: boolean
  orderNumber: string
  /** "16 November 2026, 8:10" */
  sampled: string
  laboratory: string
  isComplete: boolean
  hasCritical: boolean
  hasReport: boolean
  analyses: AnalysisRowView[]
}

/** A patient's analyses of one result. */
export async function loadPatientAnalyzes(
  shop: Shop,
  { testResultId, patientId }: { testResultId?: string | undefined; patientId?: string | undefined },
): Promise<PatientAnalyzesView> {
  const found = await shop.api.patientResults(testResultId!, patientId!)
  const { testResult, patient, analyses, complete } = found
  const sampledOn = testResult.sampledAt.slice(0, 10)
  return {
    testResultId: testResult.id,
    patientId: patient.id,
    name: `${patient.firstName} ${patient.lastName}`,
    age: ageOf(patient.dateOfBirth, sampledOn),
    isChild: isChild(patient.dateOfBirth, sampledOn),
    orderNumber: testResult.orderNumber,
    sampled: momentOf(testResult.sampledAt, shop),
    laboratory: testResult.laboratoryName,
    isComplete: complete,
    hasCritical: patient.hasCritical,
    hasReport: analyses.some(({ status }) => status !== null),
    analyses: analyses.map(({ id, name, status, unread, reportedAt, expectedDate, ...counts }) => ({
      id,
      name,
      status,
      isUnread: unread,
      valueCount: counts.valueCount,
      outsideCount: counts.outsideCount,
      hasCritical: counts.hasCritical,
      reportedOn: reportedAt && dayOf(reportedAt, shop, 'birth'),
      expectedOn: expectedDate && formatDay(expectedDate, shop.locale),
    })),
  }
}
