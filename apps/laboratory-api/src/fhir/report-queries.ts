import type { Queries } from '@shop/database/open-database'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Sealing } from '../encryption/sealing.ts'
import { orders } from '../orders/tables.ts'
import { openAnalysisResult, openObservations, showAnalysisResult } from '../results/sealed-results.ts'
import {
  type AnalysisResultRow,
  analysisResults,
  type ObservationRow,
  observations,
  receivedReports,
  type StoredAnalysisResult,
} from '../results/tables.ts'

export interface ReportRow {
  result: AnalysisResultRow
  received: Pick<typeof receivedReports.$inferSelect, 'identifier' | 'status' | 'receivedAt'>
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
  const found = await queries
    .select({ result: analysisResults })
    .from(analysisResults)
    .innerJoin(orders, eq(orders.id, analysisResults.orderId))
    .where(and(eq(analysisResults.id, analysisResultId), ofLaboratories(laboratoryIds)))
  const [report] = await findReports(
    sealing,
    queries,
    found.map(({ result }) => result),
    openAnalysisResult,
  )
  return report ?? null
}

/** Without a comment that no key opens, which must not hide the other reports that were found. */
async function openReadable(...[sealing, queries, row]: Parameters<typeof openAnalysisResult>) {
  const { isCommentUnreadable, ...result } = await showAnalysisResult(sealing, queries, row)
  return isCommentUnreadable ? { ...result, comment: null } : result
}

/** The current reports on these analyses, without those on which there is none. */
export async function findReports(
  sealing: Sealing,
  queries: Queries,
  results: readonly StoredAnalysisResult[],
  open: typeof openAnalysisResult = openReadable,
): Promise<ReportRow[]> {
  if (results.length === 0) return []
  const of = (table: Record<'analysisResultId' | 'ownerId', PgColumn>) =>
    and(
      inArray(
        table.analysisResultId,
        results.map(({ id }) => id),
      ),
      inArray(
        table.ownerId,
        results.map((result) => result.ownerId),
      ),
    )
  const { analysisResultId, identifier, status, receivedAt } = receivedReports
  const received = await queries
    .select({ analysisResultId, identifier, status, receivedAt })
    .from(receivedReports)
    .where(of(receivedReports))
    .orderBy(asc(receivedAt))
  const values = await queries
    .select({ id: observations.id, analysisResultId: observations.analysisResultId })
    .from(observations)
    .where(and(of(observations), isNull(observations.supersededAt)))
    .orderBy(asc(observations.position))
  // Of several under one key, a map keeps the last.
  const latest = new Map(received.map((row) => [row.analysisResultId, row]))
  const idsOf = Map.groupBy(values, (value) => value.analysisResultId)
  const rows = results.map(async (result) => {
    const head = latest.get(result.id)
    if (!head) return []
    return {
      result: await open(sealing, queries, result),
      received: head,
      observationIds: (idsOf.get(result.id) ?? []).map(({ id }) => id),
    }
  })
  return (await Promise.all(rows)).flat()
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
