import type { Queries } from '@shop/database/open-database'
import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import {
  type AnalysisResultRow,
  analysisResults,
  type ObservationRow,
  observations,
  receivedReports,
} from '../results/tables.ts'

export interface ReportRow {
  result: AnalysisResultRow
  received: typeof receivedReports.$inferSelect
  observationIds: string[]
}

/** What holds of the report on an analysis; null when none has come. */
export async function findReport(queries: Queries, analysisResultId: string): Promise<ReportRow | null> {
  const [found] = await queries
    .select({ result: analysisResults, received: receivedReports })
    .from(analysisResults)
    .innerJoin(receivedReports, eq(receivedReports.analysisResultId, analysisResults.id))
    .where(eq(analysisResults.id, analysisResultId))
    .orderBy(desc(receivedReports.receivedAt))
    .limit(1)
  if (!found) return null
  const values = await queries
    .select({ id: observations.id })
    .from(observations)
    .where(and(eq(observations.analysisResultId, analysisResultId), isNull(observations.supersededAt)))
    .orderBy(asc(observations.position))
  return { ...found, observationIds: values.map(({ id }) => id) }
}

export async function findObservation(
  queries: Queries,
  id: string,
): Promise<{ observation: ObservationRow; result: AnalysisResultRow } | null> {
  const [found] = await queries
    .select({ observation: observations, result: analysisResults })
    .from(observations)
    .innerJoin(analysisResults, eq(analysisResults.id, observations.analysisResultId))
    .where(and(eq(observations.id, id), isNull(observations.supersededAt)))
  return found ?? null
}
