import type { Queries } from '@shop/database/open-database'
import { eq } from 'drizzle-orm'
import type { PersonalDataHolder } from '../accounts/personal-data.ts'
import type { Sealing } from '../encryption/sealing.ts'
import { findAnalyses, findValues } from './analysis-queries.ts'
import { endPaperCodesSince } from './paper/printed-codes.ts'
import { revokeSharesSince } from './sharing/revoke-share.ts'
import { resultShares, resultShareViews, testResults } from './tables.ts'

async function exportResults(sealing: Sealing, queries: Queries, userId: string) {
  const rows = await findAnalyses(sealing, queries, eq(testResults.userId, userId))
  const values = await findValues(sealing, queries, {
    userId,
    analysisResultIds: rows.map(({ result }) => result.id),
  })
  return rows.map(({ result: { ownerId: _, ...result }, order, line, patient }) => ({
    ...result,
    orderNumber: order.number,
    analysis: line.name,
    code: line.code,
    patient: `${patient.firstName} ${patient.lastName}`,
    observations: (values.get(result.id) ?? []).map(({ ownerId: __, ...value }) => value),
  }))
}

async function exportShares(queries: Queries, userId: string) {
  const { id, testResultId, patientId, createdAt, expiresAt, revokedAt, wrongPins } = resultShares
  const shares = await queries
    .select({ id, testResultId, patientId, createdAt, expiresAt, revokedAt, wrongPins })
    .from(resultShares)
    .where(eq(resultShares.userId, userId))
  const views = await queries
    .select({
      shareId: resultShareViews.shareId,
      at: resultShareViews.at,
      pinWasRight: resultShareViews.pinWasRight,
    })
    .from(resultShareViews)
    .innerJoin(resultShares, eq(resultShares.id, resultShareViews.shareId))
    .where(eq(resultShares.userId, userId))
  return shares.map((share) => ({ ...share, views: views.filter(({ shareId }) => shareId === share.id) }))
}

/**
 * The laboratory must keep results by law. Once the account is gone no one reads them here any more (`user_id` becomes
 * null with it), and links for doctors end with it.
 */
export const resultPersonalData = (sealing: Sealing): readonly PersonalDataHolder[] => [
  {
    name: 'testResults',
    includesResults: true,
    export: (queries, userId) => exportResults(sealing, queries, userId),
    closeSince: endPaperCodesSince,
  },
  { name: 'sharedResults', export: exportShares, closeSince: revokeSharesSince },
]
