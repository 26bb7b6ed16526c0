import type { Queries } from '@shop/database/open-database'
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Sealing } from '../encryption/sealing.ts'
import { orders } from '../orders/tables.ts'
import { openAnalysisResult, openObservations } from '../results/sealed-results.ts'
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

/** The id, and the laboratories whose orders exist for the caller; null: all. */
interface Wanted {
  id: string
  laboratoryIds: readonly number[] | null
}

const ofLaboratories = (ids: Wanted['laboratoryIds']) =>
  ids === null ? undefined : inArray(orders.laboratoryId, [...ids])

/** The current report on an analysis; null when there is none. */
export async function findReport(
  sealing: Sealing,
  queries: Queries,
  { id: analysisResultId, laboratoryIds }: Wanted,
): Promise<ReportRow | null> {
  const [found] = await queries
    .select({ result: analysisResults, received: receivedReports })
    .from(analysisResults)
    .innerJoin(receivedReports, eq(receivedReports.analysisResultId, analysisResults.id))
    .innerJoin(orders, eq(orders.id, analysisResults.orderId))
    .where(and(eq(analysisResults.id, analysisResultId), ofLaboratories(laboratoryIds)))
    .orderBy(desc(receivedReports.receivedAt))
    .limit(1)
  if (!found) return null
  const values = await queries
    .select({ id: observations.id })
    .from(observations)
    .where(and(eq(observations.analysisResultId, analysisResultId), isNull(observations.supersededAt)))
    .orderBy(asc(observations.position))
  const result = await openAnalysisResult(sealing, queries, found.result)
  return { ...found, result, observationIds: values.map(({ id }) => id) }
}

export async function findObservation(
  sealing: Sealing,
  queries: Queries,
  { id, laboratoryIds }: Wanted,
): Promise<{ observation: ObservationRow; result: AnalysisResultRow } | null> {
  const [found] = await queries
    .select({ observation: observations, result: analysisResults })
    .from(observations)
    .innerJoin(analysisResults, eq(analysisResults.id, observations.analysisResultId))
    .innerJoin(orders, eq(orders.id, analysisResults.orderId))
    .where(and(eq(observations.id, id), isNull(observations.supersededAt), ofLaboratories(laboratoryIds)))
  if (!found) return null
  const [observation] = await openObservations(sealing, queries, [found.observation])
  return { observation: observation!, result: await openAnalysisResult(sealing, queries, found.result) }
}
