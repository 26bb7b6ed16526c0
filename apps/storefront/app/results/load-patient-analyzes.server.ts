import type { PatientResults } from '@shop/contract/results'
import { isChild } from '@shop/domain/age'
import { type Age, ageOf } from '@shop/domain/age-in-words'
import type { ResultStatus } from '@shop/domain/results'
import { formatDayOf, formatMoment } from '@shop/texts/formats.server'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { awaitedWords } from './awaited-words.server.ts'

export interface AnalysisRowView {
  id: string
  name: string
  status: ResultStatus | null
  isUnread: boolean
  valueCount: number
  outsideCount: number
  judgedCount: number
  hasCritical: boolean
  /** "17 November 2026" */
  reportedOn: string | null
  /** What it waits for, else "Expected on Tuesday 17 November". */
  awaits: string | null
}

/** Analyses that tell about one part of the body. */
export interface SystemView {
  id: number
  name: string
  about: string | null
  analyses: AnalysisRowView[]
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
  /** Of all that is reported. */
  counts: { all: number; outside: number; judged: number }
  /** Where a part of the body has one analysis, the analysis alone. */
  analyses: (AnalysisRowView | SystemView)[]
}

/** From this many on they stand by parts of the body. */
const SYSTEMS_FROM = 6

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
    sampled: formatMoment(testResult.sampledAt, shop, 'date'),
    laboratory: testResult.laboratoryName,
    isComplete: complete,
    hasCritical: patient.hasCritical,
    counts: { all: patient.valueCount, outside: patient.outsideCount, judged: patient.judgedCount },
    hasReport: analyses.some(({ status }) => status !== null),
    analyses: bySystem(analyses, (analysis) => rowOf(analysis, shop)),
  }
}

type WireAnalysis = PatientResults['analyses'][number]

/** What is outside its range first; else in the order of the order. */
export function bySystem(
  analyses: readonly WireAnalysis[],
  toRow: (analysis: WireAnalysis) => AnalysisRowView,
): PatientAnalyzesView['analyses'] {
  const systems = Map.groupBy(analyses, ({ id, system }) => system?.id ?? id)
  if (analyses.length < SYSTEMS_FROM || systems.size < 2) return analyses.map(toRow)
  return [...systems.values()]
    .toSorted((one, other) => Number(isOutside(other)) - Number(isOutside(one)))
    .map((members) => {
      const [first, ...more] = members as [WireAnalysis]
      return first.system && more.length > 0
        ? { ...first.system, analyses: members.map(toRow) }
        : toRow(first)
    })
}

function isOutside(analyses: readonly WireAnalysis[]): boolean {
  return analyses.some(({ outsideCount }) => outsideCount > 0)
}

function rowOf(
  { id, name, status, unread, reportedAt, expectedDate, awaits, ...counts }: WireAnalysis,
  shop: Shop,
): AnalysisRowView {
  return {
    id,
    name,
    status,
    isUnread: unread,
    valueCount: counts.valueCount,
    outsideCount: counts.outsideCount,
    judgedCount: counts.judgedCount,
    hasCritical: counts.hasCritical,
    reportedOn: reportedAt && formatDayOf(reportedAt, shop, 'date'),
    awaits: awaitedWords({ status, expectedDate, awaits }, shop),
  }
}
