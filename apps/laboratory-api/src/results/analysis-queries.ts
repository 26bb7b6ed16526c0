import type { Queries } from '@shop/database/open-database'
import { FINAL_STATUSES } from '@shop/domain/results'
import { and, asc, desc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Sealing } from '../encryption/sealing.ts'
import {
  type OrderLineRow,
  type OrderPatientRow,
  type OrderRow,
  orderLines,
  orderPatients,
  orders,
} from '../orders/tables.ts'
import { asShown } from './held/as-shown.ts'
import { type ShownAnalysisResult, showAnalysisResult, showObservations } from './sealed-results.ts'
import {
  type AnalysisResultRow,
  analysisResults,
  type ObservationRow,
  observations,
  type StoredAnalysisResult,
  type StoredObservation,
  type TestResultRow,
  testResults,
} from './tables.ts'

/** An analysis of a patient with the order it was ordered in. */
export interface OrderedAnalysisRow {
  result: ShownAnalysisResult
  /** It is reported but waits for its release: `result` says that it is awaited. */
  isHeld: boolean
  testResult: TestResultRow
  order: OrderRow
  line: OrderLineRow
  patient: OrderPatientRow
}

/** Other results of the same analysis that a page links to. */
const OTHERS = 20
/** Points of a course, the newest ones: more cannot be told apart on a phone. */
const COURSE_POINTS = 24

export interface PatientOfResult {
  testResultId: string
  patientId: string
}

/** The matching analyses, in the order of their lines, as people outside the laboratory may see them. */
export async function findAnalyses(
  sealing: Sealing,
  queries: Queries,
  condition: SQL | undefined,
): Promise<OrderedAnalysisRow[]> {
  const rows = await queries
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
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      isHeld: row.result.heldSince !== null,
      result: await showAnalysisResult(sealing, queries, asAwaited(row.result)),
    })),
  )
}

const asAwaited = (row: StoredAnalysisResult) =>
  asShown(row, {
    sealedComment: null,
    clearComment: null,
    reportedAt: null,
    criticalSince: null,
    criticalSettledAt: null,
    changedAt: row.startedAt ?? row.changedAt,
  })

const ofPatient = ({ testResultId, patientId }: PatientOfResult) =>
  and(eq(analysisResults.testResultId, testResultId), eq(analysisResults.patientId, patientId))

/** A patient's analyses of one result, for anyone who may see them: check that first. */
export function findPatientAnalyses(
  sealing: Sealing,
  queries: Queries,
  of: PatientOfResult,
): Promise<OrderedAnalysisRow[]> {
  return findAnalyses(sealing, queries, ofPatient(of))
}

/** As `findPatientAnalyses`, but empty for any account other than the one that ordered. */
export function findOwnPatientAnalyses(
  sealing: Sealing,
  queries: Queries,
  { userId, ...of }: PatientOfResult & { userId: string },
): Promise<OrderedAnalysisRow[]> {
  return findAnalyses(sealing, queries, and(eq(testResults.userId, userId), ofPatient(of)))
}

/** One analysis; null for any account other than the one that ordered. */
export async function findOwnAnalysis(
  sealing: Sealing,
  queries: Queries,
  { userId, analysisResultId, ...of }: PatientOfResult & { userId: string; analysisResultId: string },
): Promise<OrderedAnalysisRow | null> {
  const [found] = await findAnalyses(
    sealing,
    queries,
    and(eq(testResults.userId, userId), ofPatient(of), eq(analysisResults.id, analysisResultId)),
  )
  return found ?? null
}

/**
 * The values of an account's reports that wait for no release, current and replaced ones, in the order of the report.
 * Values replaced before anyone outside the laboratory had seen them are left out.
 */
export async function findValues(
  sealing: Sealing,
  queries: Queries,
  { userId, analysisResultIds }: { userId: string | null; analysisResultIds: readonly string[] },
): Promise<Map<string, ObservationRow[]>> {
  if (analysisResultIds.length === 0) return new Map()
  const rows = await queries
    .select()
    .from(observations)
    .where(
      and(
        inArray(observations.analysisResultId, [...analysisResultIds]),
        or(isNull(observations.supersededAt), eq(observations.isWithheld, false)),
        sql`${observations.ownerId} = ${userId}::uuid`,
        sql`exists (
          select from laboratory.analysis_result r
          where r.id = ${observations.analysisResultId} and r.held_since is null)`,
      ),
    )
    .orderBy(asc(observations.position), desc(observations.supersededAt))
  const values = await showObservations(sealing, queries, rows)
  return Map.groupBy(values, ({ analysisResultId }) => analysisResultId)
}

export type CoursePoint = Pick<
  ObservationRow,
  'measure' | 'unit' | 'method' | 'sampledAt' | 'low' | 'high' | 'interpretation'
> & { number: number }

type StoredPoint = Omit<CoursePoint, 'number' | 'sampledAt'> &
  Pick<StoredObservation, 'id' | 'sealedValue' | 'number' | 'comparator'> & { sampledAt: string | Date }

/** The newest final numeric values of these measures for a patient, oldest first. */
export async function findCourses(
  sealing: Sealing,
  queries: Queries,
  { userId, patientId, measures }: { userId: string; patientId: string; measures: readonly string[] },
): Promise<CoursePoint[]> {
  if (measures.length === 0) return []
  const wanted = sql.join(
    measures.map((measure) => sql`(${measure})`),
    sql`, `,
  )
  // Whether a value is a number is sealed with it, so the few others of a measure are filtered out below.
  const { rows } = await queries.execute<StoredPoint>(sql`
    select o.id, o.measure, o.unit, o.method, o.sampled_at as "sampledAt", o.sealed_value as "sealedValue",
      o.number, o.comparator, o.low, o.high, o.interpretation
    from (values ${wanted}) as wanted (measure)
    cross join lateral (
      select * from laboratory.observation point
      where patient_id = ${patientId}::uuid and owner_id = ${userId}::uuid and measure = wanted.measure::text
        and superseded_at is null and ${inArray(sql`status`, [...FINAL_STATUSES])}
        and not exists (
          select from laboratory.analysis_result held
          where held.id = point.analysis_result_id and held.held_since is not null)
      order by sampled_at desc
      limit ${COURSE_POINTS}
    ) o
    order by o.sampled_at`)
  const points = await showObservations(sealing, queries, rows)
  return points.flatMap(({ number, comparator, sampledAt, ...point }) =>
    number === null || comparator !== null ? [] : [{ ...point, number, sampledAt: new Date(sampledAt) }],
  )
}

export interface OtherResult {
  id: string
  testResultId: string
  sampledAt: Date
  status: NonNullable<AnalysisResultRow['status']>
  outsideCount: number
  hasCritical: boolean
}

/** Other results of the same analysis for the same patient of the account, newest first. */
export async function findOthers(
  queries: Queries,
  { userId, result }: { userId: string; result: AnalysisResultRow },
): Promise<OtherResult[]> {
  const { id, testResultId, sampledAt, status, outsideCount, hasCritical } = analysisResults
  const rows = await queries
    .select({ id, testResultId, sampledAt, status, outsideCount, hasCritical })
    .from(analysisResults)
    .where(
      and(
        eq(analysisResults.patientId, result.patientId),
        eq(analysisResults.analysisId, result.analysisId),
        ne(analysisResults.id, result.id),
        inArray(analysisResults.status, ['preliminary', ...FINAL_STATUSES]),
        isNull(analysisResults.heldSince),
        eq(analysisResults.ownerId, userId),
      ),
    )
    .orderBy(desc(analysisResults.sampledAt))
    .limit(OTHERS)
  return rows as OtherResult[]
}

/**
 * Records that the account has seen what these reports said when they were read. One that has changed since stays
 * unread: its page was made of the older report.
 */
export async function markRead(
  queries: Queries,
  { userId, results }: { userId: string; results: readonly Pick<AnalysisResultRow, 'id' | 'changedAt'>[] },
): Promise<void> {
  if (results.length === 0) return
  const { changedAt, readAt } = analysisResults
  const asRead = results.map((result) =>
    and(
      eq(analysisResults.id, result.id),
      sql`date_trunc('milliseconds', ${changedAt}) = ${result.changedAt.toISOString()}::timestamptz`,
    ),
  )
  await queries
    .update(analysisResults)
    .set({ readAt: sql`${changedAt}` })
    .where(
      and(
        inArray(
          analysisResults.id,
          results.map(({ id }) => id),
        ),
        eq(analysisResults.ownerId, userId),
        or(isNull(readAt), sql`${readAt} < ${changedAt}`),
        or(...asRead),
      ),
    )
}
