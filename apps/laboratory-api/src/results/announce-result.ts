import type { Queries } from '@shop/database/open-database'
import { FINAL_STATUSES } from '@shop/domain/results'
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { isRow } from '../owned.ts'
import { observations, type TestResultRow, testResults } from './tables.ts'

/** The parts of an order are often reported within minutes: the first is mailed immediately, the others together. */
const PAUSE_MS = 15 * 60_000

export const RESULT_READY = 'result-ready'
export const RESULT_WITHDRAWN = 'result-withdrawn'

/** Puts the mail "a result is ready" into the outbox, unless one is already waiting there. The order is locked. */
export async function announceResult(
  { mail }: Pick<ApiContext, 'mail'>,
  queries: Queries,
  { testResult, now }: { testResult: TestResultRow; now: Date },
): Promise<void> {
  const { id, orderId, announcedAt, userId, ownerId } = testResult
  if (!userId || (announcedAt && announcedAt > now)) return
  const due = announcedAt ? new Date(Math.max(now.getTime(), announcedAt.getTime() + PAUSE_MS)) : now
  await queries.update(testResults).set({ announcedAt: due }).where(isRow(testResults, { id, ownerId }))
  testResult.announcedAt = due
  const later = due > now ? { startAfter: due } : {}
  await mail.send(queries, RESULT_READY, { testResultId: id, orderId, queuedFor: due.getTime() }, later)
}

/** When the latest of a result's mails that are already due was due. At most one more is scheduled, a pause after it. */
export const lastDue = (announcedAt: Date, now: Date): number =>
  announcedAt.getTime() - (announcedAt > now ? PAUSE_MS : 0)

/**
 * Puts the mail "a result was taken back" into the outbox, immediately and every time: someone may have relied on it.
 * If nothing of these analyses was ever shown as final, there is nothing to take back.
 */
export async function announceWithdrawal(
  { mail }: Pick<ApiContext, 'mail'>,
  queries: Queries,
  {
    testResult: { id, orderId, userId, ownerId },
    ids,
  }: { testResult: TestResultRow; ids: readonly string[] },
): Promise<void> {
  if (!userId) return
  const [shown] = await queries
    .select({ id: observations.id })
    .from(observations)
    .where(
      and(
        inArray(observations.analysisResultId, [...ids]),
        eq(observations.ownerId, ownerId),
        isNotNull(observations.supersededAt),
        eq(observations.isWithheld, false),
        inArray(observations.status, [...FINAL_STATUSES]),
      ),
    )
    .limit(1)
  if (shown) await mail.send(queries, RESULT_WITHDRAWN, { testResultId: id, orderId })
}
