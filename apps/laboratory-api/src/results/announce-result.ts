import type { Queries } from '@shop/database/open-database'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { type TestResultRow, testResults } from './tables.ts'

/** The parts of an order are often reported within minutes: the first is told at once, the others together. */
const PAUSE_MS = 15 * 60_000

export const RESULT_READY = 'result-ready'

/** Puts the mail "a result is ready" into the outbox, unless one is waiting there already. The order is locked. */
export async function announceResult(
  { mail }: Pick<ApiContext, 'mail'>,
  queries: Queries,
  { testResult, now }: { testResult: TestResultRow; now: Date },
): Promise<void> {
  const { id, orderId, noticeAt, userId } = testResult
  if (!userId || (noticeAt && noticeAt > now)) return
  const due = noticeAt ? new Date(Math.max(now.getTime(), noticeAt.getTime() + PAUSE_MS)) : now
  await queries.update(testResults).set({ noticeAt: due }).where(eq(testResults.id, id))
  testResult.noticeAt = due
  const later = due > now ? { startAfter: due } : {}
  await mail.send(queries, RESULT_READY, { testResultId: id, orderId }, later)
}
