import type { Queries } from '@shop/database/open-database'
import { lt, or } from 'drizzle-orm'
import { daysBefore, ENDED_DOCUMENT_DAYS, ENDED_SHARE_DAYS } from '../retention.ts'
import { reportDocuments, resultShares } from './tables.ts'

/** Links and printed codes that ended long ago; a link's openings go with it. */
export async function deleteEndedSharesAndDocuments(queries: Queries, now: Date): Promise<void> {
  const old = daysBefore(now, ENDED_SHARE_DAYS)
  await queries
    .delete(resultShares)
    .where(or(lt(resultShares.expiresAt, old), lt(resultShares.revokedAt, old)))
  await queries
    .delete(reportDocuments)
    .where(lt(reportDocuments.expiresAt, daysBefore(now, ENDED_DOCUMENT_DAYS)))
}
