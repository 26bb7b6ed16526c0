import { Problem } from '@shop/contract/problem'
import type { AnalysisResult, PatientReport, PatientResults, TestResultPage } from '@shop/contract/results'
import type { Viewer } from '../api.ts'
import { type AuditEntry, audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { isUuid } from '../uuid.ts'
import {
  findCourses,
  findOthers,
  findOwnAnalysis,
  findOwnPatientAnalyses,
  findValues,
  markRead,
  type OrderedAnalysisRow,
  type PatientOfResult,
} from './analysis-queries.ts'
import { findRepeat } from './repeats/repeat-queries.ts'
import type { AnalysisResultRow, ObservationRow } from './tables.ts'
import { type Cursor, findTestResult, listResultPatients, listTestResults } from './test-result-queries.ts'
import {
  isComplete,
  type ResultReader,
  toAnalysisResult,
  toPatientReport,
  toPatientResults,
  toTestResultSummary,
} from './wire-result.ts'

const CURSOR = /^(\d{1,13})~([\da-f-]{36})$/

/** Where a page of results ended, for the next one. */
function writeCursor({ sampledAt, id }: Cursor): string {
  return Buffer.from(`${sampledAt.getTime()}~${id}`).toString('base64url')
}

/** @throws Problem invalid_fields */
function parseCursor(cursor: string): Cursor {
  const [, time, id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!id || !isUuid(id)) {
    throw new Problem('invalid_fields', { errors: [{ path: 'cursor', message: 'not a cursor' }] })
  }
  return { sampledAt: new Date(Number(time)), id }
}

interface Reading {
  viewer: Viewer
  reader: ResultReader
  requestId: string
}

type Context = Pick<ApiContext, 'database' | 'sealing'>

/** A page of the viewer's results, newest sample first, with all patients who have one. */
export async function readTestResults(
  { database }: Context,
  {
    cursor,
    limit,
    patientId,
    orderId,
    ...reading
  }: Reading & {
    cursor?: string | undefined
    limit: number
    patientId?: string | undefined
    orderId?: string | undefined
  },
): Promise<TestResultPage> {
  const { queries } = database
  const { userId } = reading.viewer
  const after = cursor === undefined ? null : parseCursor(cursor)
  const rows = await listTestResults(queries, { userId, patientId, orderId, after, limit: limit + 1 })
  const items = rows.slice(0, limit)
  const patients = await listResultPatients(queries, userId)
  await audit(queries, entryOf(reading, null))
  const last = items.at(-1)?.testResult
  return {
    items: items.map((row) => toTestResultSummary(row, reading.reader)),
    nextCursor: rows.length > limit && last ? writeCursor(last) : null,
    patients,
  }
}

/** @throws Problem not_found */
export async function readTestResult({ database }: Context, { id, ...reading }: Reading & { id: string }) {
  const found = await findTestResult(database.queries, { userId: reading.viewer.userId, id })
  if (!found) throw new Problem('not_found')
  await audit(database.queries, entryOf(reading, id))
  return toTestResultSummary(found, reading.reader)
}

/** @throws Problem not_found */
export async function readPatientResults(
  { database, sealing }: Context,
  { of, ...reading }: Reading & { of: PatientOfResult },
): Promise<PatientResults> {
  const { queries } = database
  const { userId } = reading.viewer
  const rows = await findOwnPatientAnalyses(sealing, queries, { userId, ...of })
  const head = rows.length > 0 ? await findTestResult(queries, { userId, id: of.testResultId }) : null
  if (!head) throw new Problem('not_found')
  const isOnly = rows.reduce((sum, { result }) => sum + result.valueCount, 0) === 1
  const ids = rows.flatMap(({ result }) =>
    result.outsideCount > 0 || (isOnly && result.valueCount > 0) ? [result.id] : [],
  )
  const values = await findValues(sealing, queries, { userId, analysisResultIds: ids })
  const repeat = isComplete(rows) ? await findRepeat(queries, { userId, ...of }) : null
  await audit(queries, ...[of.testResultId, ...ids].map((id) => entryOf(reading, id)))
  return toPatientResults({ head, rows, values, repeat }, reading.reader)
}

/** One analysis with its course over time; from then on it counts as read. @throws Problem not_found */
export async function readAnalysisResult(
  { database, sealing }: Context,
  { of, analysisResultId, ...reading }: Reading & { of: PatientOfResult; analysisResultId: string },
): Promise<AnalysisResult> {
  const { userId } = reading.viewer
  return database.transaction(async (queries) => {
    const row = await findOwnAnalysis(sealing, queries, { userId, ...of, analysisResultId })
    if (!row) throw new Problem('not_found')
    const values =
      (await findValues(sealing, queries, { userId, analysisResultIds: [analysisResultId] })).get(
        analysisResultId,
      ) ?? []
    const measures = values.flatMap(({ measure, number, supersededAt }) =>
      number !== null && supersededAt === null ? [measure] : [],
    )
    const courses = await findCourses(sealing, queries, { userId, patientId: of.patientId, measures })
    const others = await findOthers(queries, { userId, result: row.result })
    const repeat = isComplete([row]) ? await findRepeat(queries, { userId, ...of }) : null
    if (row.result.status !== null) await markRead(queries, { userId, results: [row.result] })
    await audit(queries, entryOf(reading, analysisResultId))
    return toAnalysisResult({ row, values, courses, others, repeat }, reading.reader)
  })
}

/**
 * Everything about one patient of a result, for a paper. `seen` counts as read once the paper exists: the
 * caller marks it.
 * @throws Problem not_found
 */
export async function readPatientReport(
  { database, sealing }: Context,
  { of, ...reading }: Reading & { of: PatientOfResult },
): Promise<{
  report: PatientReport
  rows: OrderedAnalysisRow[]
  values: Map<string, ObservationRow[]>
  seen: AnalysisResultRow[]
}> {
  const { userId } = reading.viewer
  return database.transaction(async (queries) => {
    const rows = await findOwnPatientAnalyses(sealing, queries, { userId, ...of })
    // Without anything reported there is nothing to print.
    const reported = rows.filter(({ result }) => result.status !== null)
    if (reported.length === 0) throw new Problem('not_found')
    const ids = reported.map(({ result }) => result.id)
    const values = await findValues(sealing, queries, { userId, analysisResultIds: ids })
    await audit(queries, ...ids.map((id) => entryOf(reading, id)))
    const seen = reported.map(({ result }) => result)
    return { report: toPatientReport(rows, values, reading.reader), rows, values, seen }
  })
}

function entryOf({ viewer, requestId }: Reading, id: string | null): AuditEntry {
  return { requestId, userId: viewer.userId, actor: 'user', action: 'read', kind: 'testResult', id }
}
