import type { Queries } from '@shop/database/open-database'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { LaboratorySnapshot } from '../orders/tables.ts'
import { orders } from '../orders/tables.ts'
import { type TestResultRow, testResults } from './tables.ts'

/** One patient of a result, counted over his or her analyses. */
export interface CountedPatient {
  id: string
  firstName: string
  lastName: string
  analysisCount: number
  reportedCount: number
  outsideCount: number
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

// The outer table is named in plain text: drizzle drops its name inside a selection, and the inner one would match.
const patients = sql<CountedPatient[]>`(
  select coalesce(json_agg(json_build_object(
    'id', p.patient_id, 'firstName', p.first_name, 'lastName', p.last_name,
    'analysisCount', a.analysis_count, 'reportedCount', a.reported_count,
    'outsideCount', a.outside_count, 'unread', a.unread
  ) order by p.position), '[]')
  from laboratory.order_patient p
  cross join lateral (
    select count(*) as analysis_count, count(r.status) as reported_count,
      coalesce(sum(r.outside_count), 0) as outside_count,
      coalesce(bool_or(r.status is not null and (r.read_at is null or r.read_at < r.changed_at)), false) as unread
    from laboratory.analysis_result r
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
      patients,
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
    after,
    limit,
  }: { userId: string; patientId: string | undefined; after: Cursor | null; limit: number },
): Promise<CountedTestResult[]> {
  return select(queries)
    .where(
      and(
        eq(testResults.userId, userId),
        patientId === undefined ? undefined : hasPatient(patientId),
        after ? isAfter(after) : undefined,
      ),
    )
    .orderBy(desc(testResults.sampledAt), desc(testResults.id))
    .limit(limit)
}

function hasPatient(patientId: string): SQL {
  return sql`exists (
    select 1 from laboratory.order_patient p
    where p.patient_id = ${patientId}::uuid and p.order_id = ${testResults.orderId})`
}

function isAfter({ sampledAt, id }: Cursor): SQL {
  return sql`(${testResults.sampledAt}, ${testResults.id}) < (${sampledAt.toISOString()}::timestamptz, ${id}::uuid)`
}

/** One result of the reader; null when it is not his or hers. */
export async function findTestResult(
  queries: Queries,
  { userId, id }: { userId: string; id: string },
): Promise<CountedTestResult | null> {
  const [found] = await select(queries).where(and(eq(testResults.userId, userId), eq(testResults.id, id)))
  return found ?? null
}

/** Everybody with a result of the reader's, under the newest name, in the order of names. */
export async function listResultPatients(
  queries: Queries,
  userId: string,
): Promise<{ id: string; firstName: string; lastName: string }[]> {
  const { rows } = await queries.execute<{ id: string; firstName: string; lastName: string }>(sql`
    select distinct on (p.patient_id) p.patient_id as id, p.first_name as "firstName", p.last_name as "lastName"
    from laboratory.test_result t
    join laboratory.order_patient p on p.order_id = t.order_id
    where t.user_id = ${userId}::uuid
    order by p.patient_id, t.sampled_at desc`)
  return rows.sort((one, other) => one.firstName.localeCompare(other.firstName))
}
