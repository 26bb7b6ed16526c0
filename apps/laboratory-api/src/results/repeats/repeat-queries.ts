import type { Queries } from '@shop/database/open-database'
import { isCalledOff, ORDER_STATES } from '@shop/domain/order-states'
import { and, asc, eq, inArray, lte, not, type SQL, sql } from 'drizzle-orm'
import type { Localised } from '../../catalogue/localised.ts'
import { patients } from '../../patients/tables.ts'
import type { PatientOfResult } from '../analysis-queries.ts'
import { testResults } from '../tables.ts'
import { plannedRepeats } from './tables.ts'

/** More are not shown at a time; the others follow once these are ordered, put off or dropped. */
const DUE_SHOWN = 20

const STANDING = ORDER_STATES.filter((state) => !isCalledOff(state))

/** The columns that say whose report it is, in plain text: drizzle omits the names of tables in a selection. */
const OF_PLAN = {
  testResultId: sql`planned_repeat.test_result_id`,
  patientId: sql`planned_repeat.patient_id`,
  userId: sql`planned_repeat.user_id`,
}
const OF_REPORT = {
  testResultId: sql`test_result.id`,
  patientId: sql`patient.id`,
  userId: sql`patient.user_id`,
}

/** Every test of the report is in a later order for the same person that has not been called off. */
function isOrderedAgain(of: Record<keyof typeof OF_PLAN, SQL>): SQL {
  return sql`not exists (
    select from laboratory.analysis_result wanted
    where wanted.test_result_id = ${of.testResultId} and wanted.patient_id = ${of.patientId}
      and not exists (
        select from laboratory.customer_order later
        join laboratory.order_line line on line.order_id = later.id and line.owner_id = later.owner_id
        where later.user_id = ${of.userId} and later.id > wanted.order_id and ${inArray(sql`later.state`, STANDING)}
          and line.patient_id = wanted.patient_id and line.kind = 'analysis'
          and line.item_id = wanted.analysis_id))`
}

/** Nothing of the report is awaited, held or preliminary. */
const isReported = sql`not exists (
  select from laboratory.analysis_result awaited
  where awaited.test_result_id = test_result.id and awaited.patient_id = patient.id
    and awaited.owner_id = patient.user_id
    and (awaited.held_since is not null or awaited.status is null or awaited.status = 'preliminary'))`

/** For plans: at least one of the tests is in no later order that still stands. */
export const isStillWanted = not(isOrderedAgain(OF_PLAN))

/**
 * The month for which the owner plans to repeat the tests of a report, and how many there are. Null: the patient or
 * the result is gone or another account's, a result is awaited, or all of the tests have been ordered again.
 */
export async function findRepeat(
  queries: Queries,
  { userId, testResultId, patientId }: PatientOfResult & { userId: string },
): Promise<{ month: string | null; analysisCount: number } | null> {
  const [found] = await queries
    .select({
      month: plannedRepeats.month,
      analysisCount: sql<number>`(
        select count(*)::integer from laboratory.analysis_result counted
        where counted.test_result_id = test_result.id and counted.patient_id = patient.id
          and counted.owner_id = patient.user_id)`,
    })
    .from(patients)
    .innerJoin(testResults, eq(testResults.userId, patients.userId))
    .leftJoin(
      plannedRepeats,
      and(
        eq(plannedRepeats.testResultId, testResults.id),
        eq(plannedRepeats.patientId, patients.id),
        eq(plannedRepeats.userId, patients.userId),
      ),
    )
    .where(
      and(
        eq(patients.id, patientId),
        eq(patients.userId, userId),
        eq(testResults.id, testResultId),
        isReported,
        not(isOrderedAgain(OF_REPORT)),
      ),
    )
  return found ?? null
}

export interface DueRepeatRow {
  testResultId: string
  orderId: string
  month: string
  patientId: string
  firstName: string
  analysisCount: number
  firstAnalyses: { id: string; name: Localised }[]
}

/** What the account wanted to repeat by this month, the earliest first. */
export function listDueRepeats(queries: Queries, userId: string, month: string): Promise<DueRepeatRow[]> {
  const firstAnalyses = sql<DueRepeatRow['firstAnalyses']>`(
    select (array_agg(json_build_object('id', r.id, 'name', l.name) order by l.position))[1:2]
    from laboratory.analysis_result r
    join laboratory.order_line l on l.order_id = r.order_id and l.position = r.line_position
    where r.test_result_id = planned_repeat.test_result_id and r.patient_id = planned_repeat.patient_id)`
  return queries
    .select({
      testResultId: plannedRepeats.testResultId,
      orderId: testResults.orderId,
      month: plannedRepeats.month,
      patientId: plannedRepeats.patientId,
      firstName: patients.firstName,
      analysisCount: sql<number>`(
        select count(*)::integer from laboratory.analysis_result counted
        where counted.test_result_id = planned_repeat.test_result_id
          and counted.patient_id = planned_repeat.patient_id)`,
      firstAnalyses: sql<DueRepeatRow['firstAnalyses']>`array_to_json(${firstAnalyses})`,
    })
    .from(plannedRepeats)
    .innerJoin(
      testResults,
      and(eq(testResults.id, plannedRepeats.testResultId), eq(testResults.ownerId, plannedRepeats.userId)),
    )
    .innerJoin(
      patients,
      and(eq(patients.id, plannedRepeats.patientId), eq(patients.userId, plannedRepeats.userId)),
    )
    .where(and(eq(plannedRepeats.userId, userId), lte(plannedRepeats.month, month), isStillWanted))
    .orderBy(asc(plannedRepeats.month), asc(patients.firstName), asc(plannedRepeats.testResultId))
    .limit(DUE_SHOWN)
}
