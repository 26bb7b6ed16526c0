import type { FoundValue, ResultHead, ResultValues } from '@shop/contract/held-results'
import type { Queries } from '@shop/database/open-database'
import type { Locale } from '@shop/domain/locale'
import { asKnown, isCritical } from '@shop/domain/results'
import { rangeText } from '@shop/texts/range-text.server'
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { inLanguage } from '../catalogue/localised.ts'
import type { Sealing } from '../encryption/sealing.ts'
import { orderLines, orderPatients, orders } from '../orders/tables.ts'
import { textsIn } from '../texts.ts'
import { formatValue } from './format-value.ts'
import { localiseRange } from './localise-words.ts'
import { showAnalysisResult, showObservations } from './sealed-results.ts'
import { analysisResults, type ObservationRow, observations, type StoredAnalysisResult } from './tables.ts'

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
export const NOTICED = sql`coalesce(${analysisResults.criticalSince}, ${analysisResults.changedAt})`
/** No one has been told of its newest critical values. */
export const isUntold: SQL<boolean> = sql`(${analysisResults.criticalSettledAt} is null or ${NOTICED} > ${analysisResults.criticalSettledAt})`

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
