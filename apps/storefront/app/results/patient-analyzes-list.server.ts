import { parseOrProblem } from '@shop/contract/problem'
import { repeatTestsSchema } from '@shop/contract/repeats'
import type { PatientResults } from '@shop/contract/results'
import { isChild } from '@shop/domain/age'
import { type Age, ageOf } from '@shop/domain/age-in-words'
import { interpretationOf, type ResultStatus, resultMark } from '@shop/domain/results'
import { formatDayOf, formatSampling } from '@shop/texts/formats.server'
import { redirect } from 'react-router'
import type { SentForm } from '../platform/forms/read-form.server.ts'
import { runForm } from '../platform/forms/run-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { actOf } from '../platform/pages/form-texts.ts'
import { PROBLEMS } from '../platform/problems/problem-messages.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import type { MarkShape } from '../ui/mark.tsx'
import { awaitedWords } from './awaited-words.server.ts'
import { type RepeatView, repeatView } from './repeat.server.ts'
import { onlyValueView, type ValueView } from './value-view.server.ts'

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
  /** What it waits for, else "Expected on Tuesday 17 November"; null if neither is known. */
  awaits: string | null
}

/** Analyses of one part of the body. */
export interface SystemView {
  id: number
  name: string
  about: string | null
  analyses: AnalysisRowView[]
}

/** A value outside its range, with a link to its analysis. */
export interface OutsideValueView {
  id: string
  path: string
  name: string
  text: string
  word: NonNullable<ValueView['word']>
  shape: MarkShape
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
  /** Of all reported values. */
  counts: { all: number; outside: number; judged: number }
  /** The values outside their ranges, critical ones first. */
  outside: OutsideValueView[]
  /** The value, if exactly one is reported. */
  only: ValueView | null
  /** Grouped by part of the body; a part with only one analysis is not a group. */
  analyses: (AnalysisRowView | SystemView)[]
  /** Absent where the tests cannot be planned again; the release before does not send it. */
  repeat?: RepeatView | undefined
}

/** From this many analyses on, they are grouped by part of the body. */
const SYSTEMS_FROM = 6

/** A patient's analyses of one result. */
export async function loadPatientAnalyzesList(
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
    sampled: formatSampling(testResult.sampledAt, shop, 'date'),
    laboratory: testResult.laboratoryName,
    isComplete: complete,
    hasCritical: patient.hasCritical,
    counts: { all: patient.valueCount, outside: patient.outsideCount, judged: patient.judgedCount },
    outside: found.outside
      .map(({ id, name, analysisResultId, value, ...judged }) => ({
        id,
        path: pathOf('testResultPatientAnalysisResult', {
          testResultId: testResult.id,
          patientId: patient.id,
          analysisResultId,
        }),
        name,
        text: value,
        word: judged.interpretation,
        shape: resultMark(interpretationOf(judged)),
      }))
      .toSorted((one, other) => Number(other.shape === 'critical') - Number(one.shape === 'critical')),
    only: found.only ? onlyValueView(found.only, shop) : null,
    hasReport: analyses.some(({ status }) => status !== null),
    analyses: bySystem(analyses, (analysis) => rowOf(analysis, shop)),
    repeat: repeatView(found, shop, { count: analyses.length }),
  }
}

type WireAnalysis = PatientResults['analyses'][number]

/** Critical first, then outside the range; otherwise as ordered. */
export function bySystem(
  analyses: readonly WireAnalysis[],
  toRow: (analysis: WireAnalysis) => AnalysisRowView,
): PatientAnalyzesView['analyses'] {
  const sorted = analyses.toSorted((one, other) => urgencyOf(other) - urgencyOf(one))
  // Groups keep the order in which they first occur: each is placed by its most urgent analysis.
  const systems = Map.groupBy(sorted, ({ id, system }) => system?.id ?? id)
  if (sorted.length < SYSTEMS_FROM || systems.size < 2) return sorted.map(toRow)
  return [...systems.values()].map((members) => {
    const [first, ...more] = members as [WireAnalysis]
    return first.system && more.length > 0 ? { ...first.system, analyses: members.map(toRow) } : toRow(first)
  })
}

function urgencyOf({ hasCritical, outsideCount }: WireAnalysis): number {
  return hasCritical ? 2 : Math.min(outsideCount, 1)
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

interface Ids {
  testResultId: string
  patientId: string
}
type Act = (shop: Shop, ids: Ids, texts: Record<string, string>) => Promise<unknown>

/** What the buttons do, by `intent`. */
const ACTS: Readonly<Record<string, Act>> = {
  planRepeat: (shop, { testResultId, patientId }, { month }) =>
    shop.api.planRepeat(testResultId, patientId, parseOrProblem(repeatTestsSchema, { month })),
  dropRepeat: (shop, { testResultId, patientId }) => shop.api.dropRepeat(testResultId, patientId),
}

/** Plans to repeat the tests of a report, or no longer; leads back to the page that has the form. */
export async function changePatientAnalyzesList(shop: Shop, ids: Ids, { intent, texts }: SentForm) {
  const act = actOf(ACTS, intent)
  // The patient may have been deleted in another tab: the report can still be read.
  const words = { not_found: PROBLEMS.conflict }
  return runForm({ shop, intent, texts, words }, async () => {
    await act(shop, ids, texts)
    const { analysisResultId } = texts
    return redirect(
      analysisResultId
        ? pathOf('testResultPatientAnalysisResult', { ...ids, analysisResultId })
        : pathOf('testResultPatientAnalyzesList', ids),
    )
  })
}
