import type { Queries } from '@shop/database/open-database'
import { and, asc, desc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import {
  type OrderLineRow,
  type OrderPatientRow,
  type OrderRow,
  orderLines,
  orderPatients,
  orders,
} from '../orders/tables.ts'
import {
  type AnalysisResultRow,
  analysisResults,
  type ObservationRow,
  observations,
  type TestResultRow,
  testResults,
} from './tables.ts'

/** An analysis of a patient with the order it was ordered in. */
export interface OrderedAnalysisRow {
  result: AnalysisResultRow
  testResult: TestResultRow
  order: OrderRow
  line: OrderLineRow
  patient: OrderPatientRow
}

/** Further results of the same analysis that a page leads to. */
const OTHERS = 20
/** Points of a course, the newest: more cannot be told apart on a phone. */
const COURSE_POINTS = 24

export interface PatientOfResult {
  testResultId: string
  patientId: string
}

/** Analyses that fit, in the order of their lines. */
export function findAnalyses(queries: Queries, condition: SQL | undefined): Promise<OrderedAnalysisRow[]> {
  return queries
    .select({
      result: analysisResults,
      testResult: testResults,
      order: orders,
      line: orderLines,
      patient: orderPatients,
    })
    .from(analysisResults)
    .innerJoin(testResults, eq(testResults.id, analysisResults.testResultId))
    .innerJoin(orders, eq(orders.id, analysisResults.orderId))
    .innerJoin(
      orderLines,
      and(
        eq(orderLines.orderId, analysisResults.orderId),
        eq(orderLines.position, analysisResults.linePosition),
      ),
    )
    .innerJoin(
      orderPatients,
      and(
        eq(orderPatients.orderId, analysisResults.orderId),
        eq(orderPatients.patientId, analysisResults.patientId),
      ),
    )
    .where(condition)
    .orderBy(asc(analysisResults.linePosition))
}

const ofPatient = ({ testResultId, patientId }: PatientOfResult) =>
  and(eq(analysisResults.testResultId, testResultId), eq(analysisResults.patientId, patientId))

/** A patient's analyses of one result, for whoever may see them: check that before. */
export function findPatientAnalyses(queries: Queries, of: PatientOfResult): Promise<OrderedAnalysisRow[]> {
  return findAnalyses(queries, ofPatient(of))
}

/** As `findPatientAnalyses`, empty for anybody but the account that ordered. */
export function findOwnPatientAnalyses(
  queries: Queries,
  { userId, ...of }: PatientOfResult & { userId: string },
): Promise<OrderedAnalysisRow[]> {
  return findAnalyses(queries, and(eq(testResults.userId, userId), ofPatient(of)))
}

/** One analysis; null for anybody but the account that ordered. */
export async function findOwnAnalysis(
  queries: Queries,
  { userId, analysisResultId, ...of }: PatientOfResult & { userId: string; analysisResultId: string },
): Promise<OrderedAnalysisRow | null> {
  const [found] = await findAnalyses(
    queries,
    and(eq(testResults.userId, userId), ofPatient(of), eq(analysisResults.id, analysisResultId)),
  )
  return found ?? null
}

/** The values of reports, those that hold and those that were replaced, in the order of the report. */
export async function findValues(
  queries: Queries,
  analysisResultIds: readonly string[],
): Promise<Map<string, ObservationRow[]>> {
  if (analysisResultIds.length === 0) return new Map()
  const rows = await queries
    .select()
    .from(observations)
    .where(inArray(observations.analysisResultId, [...analysisResultIds]))
    .orderBy(asc(observations.position), desc(observations.supersededAt))
  return Map.groupBy(rows, ({ analysisResultId }) => analysisResultId)
}

export interface CoursePoint {
  measure: string
  unit: string | null
  method: string | null
  sampledAt: Date
  number: number
  low: number | null
  high: number | null
  interpretation: ObservationRow['interpretation']
}

/** The newest final numbers of these measures for a patient, oldest first. */
export async function findCourses(
  queries: Queries,
  { patientId, measures }: { patientId: string; measures: readonly string[] },
): Promise<CoursePoint[]> {
  if (measures.length === 0) return []
  const wanted = sql.join(
    measures.map((measure) => sql`(${measure})`),
    sql`, `,
  )
  const { rows } = await queries.execute<Omit<CoursePoint, 'sampledAt'> & { sampledAt: string | Date }>(sql`
    select o.measure, o.unit, o.method, o.sampled_at as "sampledAt", o.number, o.low, o.high, o.interpretation
    from (values ${wanted}) as wanted (measure)
    cross join lateral (
      select * from laboratory.observation
      where patient_id = ${patientId}::uuid and measure = wanted.measure::text
        and superseded_at is null and number is not null
        and comparator is null and status in ('final', 'corrected')
      order by sampled_at desc
      limit ${COURSE_POINTS}
    ) o
    order by o.sampled_at`)
  return rows.map((row) => ({ ...row, sampledAt: new Date(row.sampledAt) }))
}

export interface OtherResult {
  id: string
  testResultId: string
  sampledAt: Date
  status: NonNullable<AnalysisResultRow['status']>
  outsideCount: number
  hasCritical: boolean
}

/** Other results of the same analysis for the same patient, who is of one account, newest first. */
export async function findOthers(queries: Queries, result: AnalysisResultRow): Promise<OtherResult[]> {
  const { id, testResultId, sampledAt, status, outsideCount, hasCritical } = analysisResults
  const rows = await queries
    .select({ id, testResultId, sampledAt, status, outsideCount, hasCritical })
    .from(analysisResults)
    .where(
      and(
        eq(analysisResults.patientId, result.patientId),
        eq(analysisResults.analysisId, result.analysisId),
        ne(analysisResults.id, result.id),
        inArray(analysisResults.status, ['preliminary', 'final', 'corrected']),
      ),
    )
    .orderBy(desc(analysisResults.sampledAt))
    .limit(OTHERS)
  return rows as OtherResult[]
}

/** Notes that the account has seen what these reports say. */
export async function markRead(queries: Queries, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await queries
    .update(analysisResults)
    .set({ readAt: now })
    .where(
      and(
        inArray(analysisResults.id, [...ids]),
        or(isNull(analysisResults.readAt), sql`${analysisResults.readAt} < ${analysisResults.changedAt}`),
      ),
    )
}
