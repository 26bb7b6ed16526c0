import type { Queries } from '@shop/database/open-database'
import { and, eq, exists, lt, notExists, or } from 'drizzle-orm'
import { restrictedOwner } from '../accounts/processing-limits.ts'
import { daysBefore, ENDED_PAPER_DAYS, ENDED_SHARE_DAYS } from '../retention.ts'
import { reportPapers, resultShares, testResults } from './tables.ts'

/** Deletes links (with their openings) and printed codes that ended long ago. Those of restricted accounts are kept. */
export async function deleteEndedSharesAndPapers(queries: Queries, now: Date): Promise<void> {
  const old = daysBefore(now, ENDED_SHARE_DAYS)
  await queries
    .delete(resultShares)
    .where(
      and(
        or(lt(resultShares.expiresAt, old), lt(resultShares.revokedAt, old)),
        notExists(restrictedOwner(queries, resultShares.userId)),
      ),
    )
  const ofRestricted = queries
    .select({ id: testResults.id })
    .from(testResults)
    .where(
      and(
        eq(testResults.id, reportPapers.testResultId),
        exists(restrictedOwner(queries, testResults.userId)),
      ),
    )
  await queries
    .delete(reportPapers)
    .where(and(lt(reportPapers.expiresAt, daysBefore(now, ENDED_PAPER_DAYS)), notExists(ofRestricted)))
}
