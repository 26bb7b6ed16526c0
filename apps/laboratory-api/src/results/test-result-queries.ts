import type { Queries } from '@shop/database/open-database'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Localised } from '../catalogue/localised.ts'
import type { LaboratorySnapshot } from '../orders/tables.ts'
import { orders } from '../orders/tables.ts'
import { patients } from '../patients/tables.ts'
import { analysisResults, type TestResultRow, testResults } from './tables.ts'

/** One patient of a result, counted over their analyses; a report that waits for its release does not count yet. */
export interface CountedPatient {
  id: string
  firstName: string
  lastName: string
  analysisCount: number
  /** Including those that wait for a release: what was ordered reveals nothing of what was found. */
  firstAnalyses: { id: string; name: Localised }[]
  reportedCount: number
  preliminaryCount: number
  valueCount: number
  outsideCount: number
  judgedCount: number
  hasCritical: boolean
  unread: boolean
}

/** The result of an order with the counts of its patients. */
export interface CountedTestResult {
  testResult: TestResultRow
  orderNumber: string
  laboratoryId: number
  laboratory: LaboratorySnapshot
  patients: CountedPatient[]
}

export interface Cursor {
  sampledAt: Date
  id: string
}

// The outer table is named in plain text: drizzle omits its name inside a selection, and the inner one would match.
const countedPatients = sql<CountedPatient[]>`(
  select coalesce(json_agg(json_build_object(
    'id', p.patient_id, 'firstName', p.first_name, 'lastName', p.last_name,
    'analysisCount', a.analysis_count, 'firstAnalyses', a.first_analyses, 'reportedCount', a.reported_count,
    'preliminaryCount', a.preliminary_count, 'valueCount', a.value_count, 'outsideCount', a.outside_count,
    'judgedCount', a.judged_count,
    'hasCritical', a.has_critical, 'unread', a.unread
  ) order by p.position), '[]')
  from laboratory.order_patient p
  cross join lateral (
    select count(*) as analysis_count,
      (array_agg(json_build_object('id', r.id, 'name', l.name) order by l.position))[1:2] as first_analyses,
      count(r.status) filter (where r.held_since is null) as reported_count,
      count(*) filter (where r.status = 'preliminary' and r.held_since is null) as preliminary_count,
      coalesce(bool_or(r.has_critical and r.held_since is null), false) as has_critical,
      coalesce(sum(r.value_count) filter (where r.held_since is null), 0) as value_count,
      coalesce(sum(r.outside_count) filter (where r.held_since is null), 0) as outside_count,
      coalesce(sum(r.judged_count) filter (where r.held_since is null), 0) as judged_count,
      coalesce(bool_or(r.status is not null and r.held_since is null and (r.read_at is null or r.read_at < r.changed_at)), false) as unread
    from laboratory.analysis_result r
    join laboratory.order_line l on l.order_id = r.order_id and l.position = r.line_position
    where r.test_result_id = test_result.id and r.patient_id = p.patient_id
  ) a
  where p.order_id = test_result.order_id and a.analysis_count > 0)`

function select(queries: Queries) {
  return queries
    .select({
      testResult: testResults,
      orderNumber: orders.number,
      laboratoryId: orders.laboratoryId,
      laboratory: orders.laboratory,
      patients: countedPatients,
    })
    .from(testResults)
    .innerJoin(orders, eq(orders.id, testResults.orderId))
}

/** The reader's results, newest sample first. */
export function listTestResults(
  queries: Queries,
  {
    userId,
    patientId,
    orderId,
    after,
    limit,
  }: {
    userId: string
    patientId?: string | undefined
    orderId?: string | undefined
    after: Cursor | null
    limit: number
  },
): Promise<CountedTestResult[]> {
  const { sampledAt, id } = testResults
  const page = select(queries).$dynamic()
  if (patientId !== undefined) {
    const ofPatient = patientPage(queries, { patientId, after, limit })
    page.innerJoin(ofPatient, eq(ofPatient.testResultId, id))
  }
  return page
    .where(
      and(
        eq(testResults.userId, userId),
        orderId === undefined ? undefined : eq(testResults.orderId, orderId),
        isAfter(after, sampledAt, id),
      ),
    )
    .orderBy(desc(sampledAt), desc(id))
    .limit(limit)
}

/** A page of one patient's results: reads only as many as a page has, however many the patient and the family have. */
function patientPage(
  queries: Queries,
  { patientId, after, limit }: { patientId: string; after: Cursor | null; limit: number },
) {
  const { resultSampledAt, testResultId } = analysisResults
  return queries
    .selectDistinct({ resultSampledAt, testResultId })
    .from(analysisResults)
    .where(and(eq(analysisResults.patientId, patientId), isAfter(after, resultSampledAt, testResultId)))
    .orderBy(desc(resultSampledAt), desc(testResultId))
    .limit(limit)
    .as('of_patient')
}

function isAfter(after: Cursor | null, sampledAt: PgColumn, id: PgColumn): SQL | undefined {
  if (!after) return undefined
  return sql`(${sampledAt}, ${id}) < (${after.sampledAt.toISOString()}::timestamptz, ${after.id}::uuid)`
}

/** One result of the reader; null when it is not theirs. */
export async function findTestResult(
  queries: Queries,
  { userId, id }: { userId: string; id: string },
): Promise<CountedTestResult | null> {
  const [found] = await select(queries).where(and(eq(testResults.userId, userId), eq(testResults.id, id)))
  return found ?? null
}

/**
 * The account's patients who have a result, in the order of names. It costs as much for ten years of results as for
 * one. A deleted patient stays in the list of results, but can no longer be chosen.
 */
export function listResultPatients(
  queries: Queries,
  userId: string,
): Promise<{ id: string; firstName: string; lastName: string }[]> {
  const { id, firstName, lastName } = patients
  return queries
    .select({ id, firstName, lastName })
    .from(patients)
    .where(
      and(
        eq(patients.userId, userId),
        sql`exists (
          select 1 from laboratory.order_patient p
          join laboratory.test_result t on t.order_id = p.order_id
          where p.patient_id = ${patients.id} and t.user_id = ${userId}::uuid)`,
      ),
    )
    .orderBy(asc(firstName), asc(lastName))
}
