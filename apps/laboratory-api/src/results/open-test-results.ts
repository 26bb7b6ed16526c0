import { randomUUIDv7 } from 'node:crypto'
import type { Queries } from '@shop/database/open-database'
import { and, asc, eq, inArray, or } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { lockOrder } from '../orders/order-queries.ts'
import {
  type OrderLineRow,
  type OrderPatientRow,
  type OrderRow,
  orderLines,
  orderPatients,
  orders,
} from '../orders/tables.ts'
import { analysisResults, type StoredAnalysisResult, type TestResultRow, testResults } from './tables.ts'

/** A statement takes at most 65,535 parameters, and a row has ten. */
const ROWS_PER_STATEMENT = 5_000

/** The condition that a row is of one of these orders, and of its owner. */
const areOf = (parts: { orderId: PgColumn; ownerId: PgColumn }, of: readonly OrderRow[]) =>
  and(
    inArray(
      parts.orderId,
      of.map(({ id }) => id),
    ),
    inArray(parts.ownerId, [...new Set(of.map(({ ownerId }) => ownerId))]),
  )

/** One ordered analysis with everything that a report on it needs. */
export interface ReportableLine {
  order: OrderRow
  testResult: TestResultRow
  line: OrderLineRow
  patient: OrderPatientRow
  result: StoredAnalysisResult
}

/**
 * The analyses of the orders, locked until the transaction ends: reports on one order wait for each other. Orders
 * without a test result get an empty one.
 */
export async function openTestResults(
  queries: Queries,
  {
    orderIds,
    numbers,
    laboratoryIds,
    now,
  }: {
    orderIds: readonly string[]
    numbers: readonly string[]
    /** Only orders of these laboratories are found; null: of all. */
    laboratoryIds: readonly number[] | null
    now: () => Date
  },
): Promise<ReportableLine[]> {
  if (orderIds.length + numbers.length === 0) return []
  const named = await queries
    .select({ id: orders.id, ownerId: orders.ownerId })
    .from(orders)
    .where(
      and(
        or(inArray(orders.id, [...orderIds]), inArray(orders.number, [...numbers])),
        laboratoryIds === null ? undefined : inArray(orders.laboratoryId, [...laboratoryIds]),
      ),
    )
    .orderBy(asc(orders.id))
  const locked: OrderRow[] = []
  // In order of ids, so that two bundles with the same orders do not deadlock; each order is locked by its own owner.
  for (const key of named) {
    const order = await lockOrder(queries, key)
    if (order) locked.push(order)
  }
  // None of the orders was found: the bundle is refused later.
  if (locked.length === 0) return []
  const lines = await queries
    .select()
    .from(orderLines)
    .where(and(areOf(orderLines, locked), eq(orderLines.kind, 'analysis')))
    .orderBy(asc(orderLines.orderId), asc(orderLines.position))
  const patients = await queries.select().from(orderPatients).where(areOf(orderPatients, locked))
  const opened = await openMissing(queries, { locked, lines, now: now() })
  const patientOf = new Map(patients.map((patient) => [`${patient.orderId} ${patient.patientId}`, patient]))
  const resultOf = new Map(opened.results.map((row) => [`${row.orderId} ${row.linePosition}`, row]))
  return lines.map((line) => ({
    order: locked.find(({ id }) => id === line.orderId)!,
    testResult: opened.testResults.find(({ orderId }) => orderId === line.orderId)!,
    line,
    patient: patientOf.get(`${line.orderId} ${line.patientId}`)!,
    result: resultOf.get(`${line.orderId} ${line.position}`)!,
  }))
}

async function openMissing(
  queries: Queries,
  { locked, lines, now }: { locked: OrderRow[]; lines: OrderLineRow[]; now: Date },
) {
  const known = await queries.select().from(testResults).where(areOf(testResults, locked))
  const missing = locked.filter(({ id }) => !known.some(({ orderId }) => orderId === id))
  const results = await queries.select().from(analysisResults).where(areOf(analysisResults, locked))
  if (missing.length === 0) return { testResults: known, results }
  const made = await queries
    .insert(testResults)
    .values(
      missing.map(({ id, userId, ownerId, visitStart }) => ({
        id: randomUUIDv7(),
        orderId: id,
        userId,
        ownerId,
        sampledAt: visitStart,
        createdAt: now,
      })),
    )
    .returning()
  const rows = lines.flatMap((line) => {
    const testResult = made.find(({ orderId }) => orderId === line.orderId)
    if (!testResult) return []
    return [
      {
        id: randomUUIDv7(),
        testResultId: testResult.id,
        orderId: line.orderId,
        ownerId: testResult.ownerId,
        linePosition: line.position,
        patientId: line.patientId,
        analysisId: line.itemId,
        sampledAt: testResult.sampledAt,
        resultSampledAt: testResult.sampledAt,
        changedAt: now,
      },
    ]
  })
  for (let next = 0; next < rows.length; next += ROWS_PER_STATEMENT) {
    const part = rows.slice(next, next + ROWS_PER_STATEMENT)
    results.push(...(await queries.insert(analysisResults).values(part).returning()))
  }
  return { testResults: [...known, ...made], results }
}
