import type { ReleasedResult, ReleaseResult } from '@shop/contract/held-results'
import { Problem } from '@shop/contract/problem'
import { isFinal } from '@shop/domain/results'
import type { LaboratoryScope } from '@shop/domain/staff'
import { and, eq, isNull } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import { lockOrder } from '../../orders/order-queries.ts'
import { isPart, isRow } from '../../owned.ts'
import { auditStaff, type StaffActor } from '../../staff/audit-staff.ts'
import { staffAccounts } from '../../staff/tables.ts'
import { announceResult, announceWithdrawal } from '../announce-result.ts'
import { concludeReports } from '../conclude-reports.ts'
import { changedAfter } from '../store-report.ts'
import { analysisResults, observations, testResults } from '../tables.ts'
import { findHeld, releaseOf } from './held-results.ts'

interface Release extends ReleaseResult {
  id: string
  actor: StaffActor
  scope: LaboratoryScope
}

/**
 * From now on the patient sees the result, and gets a mail as for every new one. Of two concurrent releases one counts;
 * the other, like a repeated one, returns when and by whom it was released. A release based on an older report than
 * the waiting one is refused.
 * @throws Problem `not_found`, `stale_write`
 */
export async function releaseResult(
  context: ApiContext,
  { id, version, actor, scope }: Release,
): Promise<ReleasedResult> {
  return context.database.transaction(async (queries) => {
    const [seen] = await findHeld(queries, { id, scope })
    if (!seen) throw new Problem('not_found')
    // The same lock as for storing a report: what is read after it stays true until the transaction ends.
    const order = await lockOrder(queries, seen.order)
    const [row] = await findHeld(queries, { id, scope })
    if (!order || !row) throw new Problem('not_found')
    const { result } = row
    if (result.heldSince === null) return releaseOf(row)!
    if (row.version !== version) throw new Problem('stale_write', { extension: { version: row.version } })
    const now = context.now()
    await queries
      .update(analysisResults)
      .set({
        heldSince: null,
        releasedAt: now,
        releasedBy: actor.staffId,
        changedAt: changedAfter(result, now),
      })
      .where(isRow(analysisResults, result))
    await queries
      .update(observations)
      .set({ isWithheld: false })
      .where(and(isPart(observations, 'analysisResultId', result), isNull(observations.supersededAt)))
    await auditStaff(queries, actor, { action: 'release', kind: 'testResult', id })
    await concludeReports(queries, { order, testResultId: result.testResultId, now })
    const [testResult] = await queries
      .select()
      .from(testResults)
      .where(isRow(testResults, { id: result.testResultId, ownerId: result.ownerId }))
    if (testResult && isFinal(result.status)) {
      if (result.valueCount > 0) await announceResult(context, queries, { testResult, now })
      else await announceWithdrawal(context, queries, { testResult, ids: [id] })
    }
    const [staff] = await queries
      .select({ name: staffAccounts.name })
      .from(staffAccounts)
      .where(eq(staffAccounts.id, actor.staffId))
    return { releasedAt: now.toISOString(), releasedBy: staff?.name ?? '' }
  })
}
