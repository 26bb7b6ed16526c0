import type { Queries } from '@shop/database/open-database'
import { inArray } from 'drizzle-orm'
import {
  analysisResults,
  criticalCalls,
  observations,
  receivedReports,
  reportIdentifiers,
  reportPapers,
  resultShares,
  testResults,
} from './tables.ts'

/**
 * Deletes results with everything that belongs to them: values, reports as received, calls, links with their openings,
 * printed codes. The caller has locked them.
 */
export async function deleteResults(queries: Queries, ids: string[]): Promise<void> {
  const analyses = queries
    .select({ id: analysisResults.id })
    .from(analysisResults)
    .where(inArray(analysisResults.testResultId, ids))
  for (const table of [observations, receivedReports, reportIdentifiers, criticalCalls]) {
    await queries.delete(table).where(inArray(table.analysisResultId, analyses))
  }
  for (const table of [analysisResults, resultShares, reportPapers]) {
    await queries.delete(table).where(inArray(table.testResultId, ids))
  }
  await queries.delete(testResults).where(inArray(testResults.id, ids))
}
