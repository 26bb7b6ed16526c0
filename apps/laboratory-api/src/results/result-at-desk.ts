import type { FoundValue, ResultHead, ResultValues } from '@shop/contract/held-results'
import type { Queries } from '@shop/database/open-database'
import type { Locale } from '@shop/domain/locale'
import { asKnown, isCritical } from '@shop/domain/results'
import type { LaboratoryScope } from '@shop/domain/staff'
import { rangeText } from '@shop/texts/range-text.server'
import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { inLanguage } from '../catalogue/localised.ts'
import type { Sealing } from '../encryption/sealing.ts'
import { inScope } from '../orders/orders-in-scope.ts'
import { orderLines, orderPatients, orders } from '../orders/tables.ts'
import { textsIn } from '../texts.ts'
import { formatValue } from './format-value.ts'
import { localiseRange } from './localise-words.ts'
import { showAnalysisResult, showObservations } from './sealed-results.ts'
import {
  analysisResults,
  criticalNoticedAt,
  isCriticalOpen,
  type ObservationRow,
  observations,
  type StoredAnalysisResult,
} from './tables.ts'

/** What the desk's lists of results show of each: the patient, and the order and line it was ordered in. */
export const resultHead = { result: analysisResults, order: orders, line: orderLines, patient: orderPatients }

interface FoundResult {
  result: StoredAnalysisResult
  order: typeof orders.$inferSelect
  line: typeof orderLines.$inferSelect
  patient: typeof orderPatients.$inferSelect
}

export const toResultHead = ({ result, order, line, patient }: FoundResult, locale: Locale): ResultHead => ({
  id: result.id,
  orderId: order.id,
  orderNumber: order.number,
  laboratoryId: order.laboratoryId,
  test: inLanguage(line.name, locale),
  patient: {
    name: `${patient.lastName} ${patient.firstName}`,
    gender: patient.gender,
    dateOfBirth: patient.dateOfBirth,
  },
})

export const ofLine = and(
  eq(orderLines.orderId, analysisResults.orderId),
  eq(orderLines.position, analysisResults.linePosition),
)
export const ofItsPatient = and(
  eq(orderPatients.orderId, analysisResults.orderId),
  eq(orderPatients.patientId, analysisResults.patientId),
)

/** Rises with each report. In plain text: drizzle omits the name of the outer table inside a selection. */
export const reportCount = sql<number>`(select count(*) from laboratory.received_report
  where analysis_result_id = analysis_result.id)`.mapWith(Number)

/** When the newest critical values arrived; a row of a release that did not record it says when it last changed. */
export const NOTICED = criticalNoticedAt(analysisResults)
/** No one has been told of its newest critical values. */
export const isUntold = isCriticalOpen(analysisResults)

/**
 * The results that have waited since then for the desk, the longest first. The laboratory is looked up for each: with a
 * join, or a comparison whose outcome the planner estimates, it might read all results, of which it expects most to wait.
 */
export function waitingResults(
  queries: Queries,
  { since, scope, limit }: { since: SQL; scope: LaboratoryScope; limit: number },
) {
  const isInScope =
    scope === 'all'
      ? undefined
      : sql`(select ${inScope(scope)} from ${orders}
          where ${orders.id} = ${analysisResults.orderId} and ${orders.ownerId} = ${analysisResults.ownerId})`
  return queries
    .select({ id: analysisResults.id })
    .from(analysisResults)
    .where(and(isNotNull(since), isInScope))
    .orderBy(since)
    .limit(limit)
}

/** The values found, as the laboratory's own staff see them, released or not. */
export async function readResultValues(
  sealing: Sealing,
  queries: Queries,
  { result: stored, locale }: { result: StoredAnalysisResult; locale: Locale },
): Promise<ResultValues> {
  const rows = await queries
    .select()
    .from(observations)
    .where(and(eq(observations.analysisResultId, stored.id), isNull(observations.supersededAt)))
    .orderBy(asc(observations.position))
  const values = await showObservations(sealing, queries, rows)
  const result = await showAnalysisResult(sealing, queries, stored)
  return {
    status: result.status,
    sampledAt: result.sampledAt.toISOString(),
    comment: result.comment,
    values: values.map((value) => toValue(value, locale)),
  }
}

/** The critical values of each of these results, by its id. */
export async function readCriticalValues(
  sealing: Sealing,
  queries: Queries,
  { ids, locale }: { ids: readonly string[]; locale: Locale },
): Promise<Map<string, FoundValue[]>> {
  const rows = await queries
    .select()
    .from(observations)
    .where(and(inArray(observations.analysisResultId, [...ids]), isNull(observations.supersededAt)))
    .orderBy(asc(observations.position))
  const values = await showObservations(sealing, queries, rows)
  const critical = values.filter(({ interpretation }) => isCritical(interpretation))
  const byResult = Map.groupBy(critical, ({ analysisResultId }) => analysisResultId)
  return new Map([...byResult].map(([id, found]) => [id, found.map((value) => toValue(value, locale))]))
}

function toValue(row: ObservationRow, locale: Locale): FoundValue {
  const { low, high, includesLimit, rangeWords, name, interpretation } = row
  const text = rangeWords && localiseRange(rangeWords, locale)
  return {
    name: inLanguage(name, locale),
    value: formatValue(row, locale),
    range: rangeText({ low, high, includesLimit, text }, textsIn(locale), locale),
    ...asKnown(interpretation),
  }
}
