import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { todayIn } from '@shop/domain/age'
import { firstOfMonth, LONGEST_REPEAT_MONTHS } from '@shop/domain/months'
import { and, eq, exists } from 'drizzle-orm'
import { holdOwnAccount } from '../../accounts/lock-account.ts'
import { lockUsableAccount } from '../../accounts/processing-limits.ts'
import type { Viewer } from '../../api.ts'
import { audit } from '../../audit/audit.ts'
import type { ApiContext } from '../../context.ts'
import { patients } from '../../patients/tables.ts'
import type { PatientOfResult } from '../analysis-queries.ts'
import { analysisResults, testResults } from '../tables.ts'
import { findRepeat } from './repeat-queries.ts'
import { plannedRepeats } from './tables.ts'

interface OwnReport {
  viewer: Viewer
  of: PatientOfResult
  requestId: string
}

type Context = Pick<ApiContext, 'database' | 'settings' | 'now'>

/**
 * Notes that the owner wants the tests of a report again in this month; another month replaces the one planned before.
 * @throws Problem not_found, unauthorized, invalid_fields, processing_restricted; conflict if they cannot be repeated by
 * now
 */
export async function planRepeat(
  { database, settings, now }: Context,
  { month, ...own }: OwnReport & { month: string },
): Promise<{ month: string }> {
  const { userId } = own.viewer
  const today = todayIn(settings.businessTimeZone, now())
  return database.transaction(async (queries) => {
    await lockUsableAccount(queries, own.viewer)
    await holdReport(queries, { userId, ...own.of })
    // The current one may have been a later one when the page was opened.
    if (month < firstOfMonth(today) || month > firstOfMonth(today, LONGEST_REPEAT_MONTHS)) {
      throw new Problem('invalid_fields', {
        errors: [{ path: 'month', message: 'a month to come expected' }],
      })
    }
    // Asked of a page that was opened before they were ordered again, or before a result was awaited again.
    if (!(await findRepeat(queries, { userId, ...own.of }))) throw new Problem('conflict')
    await queries
      .insert(plannedRepeats)
      .values({ ...own.of, userId, month })
      .onConflictDoUpdate({
        target: [plannedRepeats.testResultId, plannedRepeats.patientId, plannedRepeats.userId],
        // A month ahead is announced again.
        set: { month, toldAt: null },
      })
    await auditPlan(queries, own)
    return { month }
  })
}

/** The owner no longer wants them again; repeating that is not an error. @throws Problem not_found, unauthorized */
export async function dropRepeat({ database }: Pick<Context, 'database'>, own: OwnReport): Promise<void> {
  const { testResultId, patientId } = own.of
  const { userId } = own.viewer
  await database.transaction(async (queries) => {
    await holdOwnAccount(queries, own.viewer)
    const dropped = await queries
      .delete(plannedRepeats)
      .where(
        and(
          eq(plannedRepeats.testResultId, testResultId),
          eq(plannedRepeats.patientId, patientId),
          eq(plannedRepeats.userId, userId),
        ),
      )
      .returning({ month: plannedRepeats.month })
    if (dropped.length > 0) return auditPlan(queries, own)
    await holdReport(queries, { userId, ...own.of })
  })
}

/** Neither the patient nor the result can be deleted until the transaction ends. @throws Problem not_found */
async function holdReport(
  queries: Queries,
  { userId, testResultId, patientId }: PatientOfResult & { userId: string },
): Promise<void> {
  const analysesOfPatient = queries
    .select({ id: analysisResults.id })
    .from(analysisResults)
    .where(
      and(
        eq(analysisResults.testResultId, testResults.id),
        eq(analysisResults.patientId, patients.id),
        eq(analysisResults.ownerId, userId),
      ),
    )
  const held = await queries
    .select({ id: patients.id })
    .from(patients)
    .innerJoin(testResults, eq(testResults.userId, patients.userId))
    .where(
      and(
        eq(patients.id, patientId),
        eq(patients.userId, userId),
        eq(testResults.id, testResultId),
        exists(analysesOfPatient),
      ),
    )
    .for('key share')
  if (held.length === 0) throw new Problem('not_found')
}

async function auditPlan(queries: Queries, { viewer: { userId }, of, requestId }: OwnReport): Promise<void> {
  const entry = { requestId, userId, actor: 'user', action: 'update' } as const
  await audit(queries, { ...entry, kind: 'testResult', id: of.testResultId })
}
