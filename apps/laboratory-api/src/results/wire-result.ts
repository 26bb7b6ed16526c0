import type {
  AnalysisReport,
  AnalysisResult,
  AnalysisResultSummary,
  PatientReport,
  PatientResults,
  TestResultSummary,
  Trend,
} from '@shop/contract/results'
import { todayIn } from '@shop/domain/age'
import type { Closure } from '@shop/domain/laboratory-calendar'
import type { Locale } from '@shop/domain/locale'
import { readyDate } from '@shop/domain/ready-date'
import type { ReleasePolicy } from '@shop/domain/result-release'
import { asKnown } from '@shop/domain/results'
import { unitText } from '@shop/domain/unit-text'
import { inZone } from '@shop/domain/visit-slots'
import type { CatalogueSnapshot } from '../catalogue/catalogue-snapshot.ts'
import { inLanguage } from '../catalogue/localised.ts'
import { laboratoryName } from '../orders/laboratory-name.ts'
import { textsIn } from '../texts.ts'
import type { CoursePoint, OrderedAnalysisRow, OtherResult } from './analysis-queries.ts'
import { bodySystemOf } from './body-systems.ts'
import { formatValue } from './format-value.ts'
import type { findRepeat } from './repeats/repeat-queries.ts'
import type { AnalysisResultRow, ObservationRow } from './tables.ts'
import type { CountedPatient, CountedTestResult } from './test-result-queries.ts'
import { toObservations, type ValueReader } from './wire-observation.ts'

export interface ResultReader extends ValueReader {
  closuresOf(laboratoryId: number): readonly Closure[]
  snapshot: CatalogueSnapshot
  release: ReleasePolicy
  /** In the business zone. */
  today: string
}

type Head = PatientResults['testResult']
type FoundRepeat = Awaited<ReturnType<typeof findRepeat>>

export function toTestResultSummary(row: CountedTestResult, reader: ResultReader): TestResultSummary {
  const { testResult, orderNumber, laboratory, patients } = row
  return {
    id: testResult.id,
    orderId: testResult.orderId,
    orderNumber,
    sampledAt: inZone(testResult.sampledAt.toISOString(), reader.businessTimeZone),
    laboratoryName: laboratoryName(laboratory, reader.locale),
    complete: testResult.complete,
    unread: patients.some(({ unread }) => unread),
    patients: patients.map((patient) => toPatient(patient, reader.locale)),
  }
}

function toPatient(counted: CountedPatient, locale: Locale): TestResultSummary['patients'][number] {
  // Sums are numerics in the database, which some drivers return as text.
  return {
    ...counted,
    firstAnalyses: counted.firstAnalyses.map(({ id, name }) => ({ id, name: inLanguage(name, locale) })),
    valueCount: Number(counted.valueCount),
    outsideCount: Number(counted.outsideCount),
    judgedCount: Number(counted.judgedCount),
  }
}

function toAnalysisSummary(row: OrderedAnalysisRow, reader: ResultReader): AnalysisResultSummary {
  const { result, line } = row
  const { id, analysisId, status, valueCount, outsideCount, judgedCount, hasCritical, reportedAt } = result
  return {
    id,
    analysisId,
    name: inLanguage(line.name, reader.locale),
    system: bodySystemOf(reader.snapshot, analysisId, reader.locale),
    status,
    unread: isUnread(result),
    valueCount,
    outsideCount,
    judgedCount: judgedCount ?? 0,
    hasCritical,
    reportedAt: status && reportedAt ? inZone(reportedAt.toISOString(), reader.businessTimeZone) : null,
    expectedDate: status === null ? expectedDate(row, reader) : null,
    // If only some reports wait, saying that this one does would already reveal what was found.
    awaits: row.isHeld && reader.release === 'all' ? textsIn(reader.locale)('results.atDoctor') : null,
  }
}

/** The day by which it should be reported; null once that has passed: then no day is known. */
function expectedDate({ result, line, order }: OrderedAnalysisRow, reader: ResultReader): string | null {
  const sampled = todayIn(reader.businessTimeZone, result.sampledAt)
  const day = readyDate(sampled, line.turnaroundDays ?? 0, reader.closuresOf(order.laboratoryId))
  return day < reader.today ? null : day
}

/** Nothing is awaited or preliminary for this patient. */
export function isComplete(rows: readonly OrderedAnalysisRow[]): boolean {
  return rows.every(({ result: { status } }) => status !== null && status !== 'preliminary')
}

export function isUnread({
  status,
  readAt,
  changedAt,
}: Pick<AnalysisResultRow, 'status' | 'readAt' | 'changedAt'>): boolean {
  return status !== null && (readAt === null || readAt < changedAt)
}

function toAnalysisReport(
  row: OrderedAnalysisRow,
  values: readonly ObservationRow[],
  reader: ResultReader,
): AnalysisReport {
  const { result } = row
  const analysis = reader.snapshot.analyses.get(result.analysisId)
  const isAsOrdered = result.specimen === null || result.specimen === analysis?.specimen.en
  return {
    ...toAnalysisSummary(row, reader),
    sampledAt: inZone(result.sampledAt.toISOString(), reader.businessTimeZone),
    specimen: isAsOrdered
      ? analysis
        ? inLanguage(analysis.specimen, reader.locale)
        : null
      : result.specimen,
    comment: result.comment,
    description: analysis ? inLanguage(analysis.description, reader.locale) : null,
    ...toObservations(values, reader),
  }
}

/** `values` are those of the analyses with at least one value outside its range, or the only value of all. */
export function toPatientResults(
  {
    head,
    rows,
    values,
    repeat,
  }: {
    head: CountedTestResult
    rows: readonly OrderedAnalysisRow[]
    values: ReadonlyMap<string, readonly ObservationRow[]>
    repeat: FoundRepeat
  },
  reader: ResultReader,
): PatientResults {
  const { patients, ...testResult } = toTestResultSummary(head, reader)
  const { patient } = rows[0]!
  const { gender, dateOfBirth } = patient
  const counted = patients.find(({ id }) => id === patient.patientId)!
  const only = counted.valueCount === 1 ? onlyOf(values, reader) : undefined
  return {
    testResult,
    complete: isComplete(rows),
    patient: { ...counted, gender, dateOfBirth },
    analyses: rows.map((row) => toAnalysisSummary(row, reader)),
    outside: rows.flatMap(({ result }) => outsideOf(values.get(result.id) ?? [], reader.locale)),
    ...(only && { only }),
    ...(repeat && { repeat: { month: repeat.month } }),
  }
}

/** The value that was measured: a report may also have lines that say why there is none. */
function onlyOf(values: ReadonlyMap<string, readonly ObservationRow[]>, reader: ResultReader) {
  const all = [...values.values()].flatMap((rows) => toObservations(rows, reader).observations)
  return all.find(({ value }) => value !== null)
}

function outsideOf(values: readonly ObservationRow[], locale: Locale): PatientResults['outside'] {
  return values.flatMap((value) => {
    const { id, name, analysisResultId, interpretation, supersededAt } = value
    if (supersededAt !== null || interpretation === null || interpretation === 'normal') return []
    return [
      {
        id,
        name: inLanguage(name, locale),
        analysisResultId,
        value: formatValue(value, locale),
        ...asKnown(interpretation),
      },
    ]
  })
}

export function toAnalysisResult(
  {
    row,
    values,
    courses,
    others,
    repeat,
  }: {
    row: OrderedAnalysisRow
    values: readonly ObservationRow[]
    courses: readonly CoursePoint[]
    others: readonly OtherResult[]
    repeat: FoundRepeat
  },
  reader: ResultReader,
): AnalysisResult {
  const { patientId, firstName, lastName, gender, dateOfBirth } = row.patient
  return {
    ...toAnalysisReport(row, values, reader),
    testResult: toHead(row, reader),
    patient: { id: patientId, firstName, lastName, gender, dateOfBirth },
    trends: toTrends(values, courses, reader),
    others: others.map((other) => ({
      ...other,
      sampledAt: inZone(other.sampledAt.toISOString(), reader.businessTimeZone),
    })),
    ...(repeat?.analysisCount === 1 && { repeat: { month: repeat.month } }),
  }
}

function toHead({ testResult, order, result }: OrderedAnalysisRow, reader: ResultReader): Head {
  return {
    id: testResult.id,
    orderId: order.id,
    orderNumber: order.number,
    sampledAt: inZone(testResult.sampledAt.toISOString(), reader.businessTimeZone),
    laboratoryName: laboratoryName(order.laboratory, reader.locale),
    complete: testResult.complete,
    unread: isUnread(result),
  }
}

/** A value's course: only numbers with the same unit and method, since others cannot be compared. */
function toTrends(
  values: readonly ObservationRow[],
  courses: readonly CoursePoint[],
  { locale, businessTimeZone }: ValueReader,
): Trend[] {
  const numbers = values.filter(({ supersededAt, number }) => supersededAt === null && number !== null)
  // The values of a report share its time: it is formatted once per time, not once per point.
  const times = new Map(courses.map(({ sampledAt }) => [sampledAt.getTime(), '']))
  for (const time of times.keys()) times.set(time, inZone(new Date(time).toISOString(), businessTimeZone))
  return numbers.flatMap((value) => {
    const points = courses.filter(
      ({ measure, unit, method }) =>
        measure === value.measure && unit === value.unit && method === value.method,
    )
    if (points.length < 2) return []
    return [
      {
        observationId: value.id,
        observationName: inLanguage(value.name, locale),
        unit: unitText(value.unit, locale) || null,
        decimals: value.decimals,
        points: points.map(({ sampledAt, number, low, high, interpretation }) => ({
          at: times.get(sampledAt.getTime())!,
          value: number,
          ...(low === null ? {} : { low }),
          ...(high === null ? {} : { high }),
          ...asKnown(interpretation),
        })),
      },
    ]
  })
}

/** Everything that is reported for one patient of one order. */
export function toPatientReport(
  rows: readonly OrderedAnalysisRow[],
  values: ReadonlyMap<string, readonly ObservationRow[]>,
  reader: ResultReader,
): PatientReport {
  const [{ patient, testResult, order }] = rows as [OrderedAnalysisRow]
  const { firstName, lastName, gender, dateOfBirth } = patient
  return {
    orderNumber: order.number,
    sampledAt: inZone(testResult.sampledAt.toISOString(), reader.businessTimeZone),
    laboratoryName: laboratoryName(order.laboratory, reader.locale),
    complete: isComplete(rows),
    patient: { firstName, lastName, gender, dateOfBirth },
    analyses: rows.map((row) => toAnalysisReport(row, values.get(row.result.id) ?? [], reader)),
  }
}
