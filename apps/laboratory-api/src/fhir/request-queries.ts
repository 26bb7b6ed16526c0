import type { Queries } from '@shop/database/open-database'
import type { OrderState } from '@shop/domain/order-states'
import { and, asc, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import {
  type OrderLineRow,
  type OrderPatientRow,
  type OrderRow,
  orderLines,
  orderPatients,
  orders,
} from '../orders/tables.ts'
import { analysisResults, type StoredAnalysisResult } from '../results/tables.ts'
import type { InstantRange, RequestStatus } from './search-parameters.ts'

/** Orders that the laboratory may know of. */
const VISIBLE: OrderState[] = [
  'paid',
  'collected',
  'inProgress',
  'partiallyReported',
  'completed',
  'refunded',
]

/** An ordered analysis as the laboratory sees it. `result` is null until something is reported on its order. */
export interface RequestRow {
  order: OrderRow
  line: OrderLineRow
  patient: OrderPatientRow
  result: StoredAnalysisResult | null
  lastUpdated: Date
}

export interface RequestFilter {
  /** The laboratories whose orders exist for the caller; null: all. */
  laboratoryIds: readonly number[] | null
  statuses?: readonly RequestStatus[] | undefined
  lastUpdated?: InstantRange | undefined
  orderNumbers?: readonly string[] | undefined
  orderId?: string | undefined
  position?: number | undefined
  patientId?: string | undefined
}

const lastUpdated = sql<Date>`greatest(${orders.updatedAt}, ${analysisResults.changedAt})`.mapWith(
  orders.updatedAt,
)

const STATUS_CONDITIONS: Readonly<Record<RequestStatus, SQL | undefined>> = {
  active: and(
    inArray(orders.state, ['paid', 'collected', 'inProgress', 'partiallyReported']),
    or(isNull(analysisResults.status), eq(analysisResults.status, 'preliminary')),
  ),
  completed: and(
    inArray(orders.state, ['partiallyReported', 'completed']),
    inArray(analysisResults.status, ['final', 'corrected']),
  ),
  revoked: or(eq(orders.state, 'refunded'), eq(analysisResults.status, 'cancelled')),
}

export function statusOf({ order, result }: RequestRow): RequestStatus {
  if (order.state === 'refunded' || result?.status === 'cancelled') return 'revoked'
  return result?.status === 'final' || result?.status === 'corrected' ? 'completed' : 'active'
}

/** In the order of the orders' ids, which is that of their age, so that a page is never skipped by what happens meanwhile. */
export async function findRequests(
  queries: Queries,
  filter: RequestFilter,
  page?: { after: { orderId: string; position: number } | null; limit: number },
): Promise<RequestRow[]> {
  const query = queries
    .select({
      order: getTableColumns(orders),
      line: getTableColumns(orderLines),
      patient: getTableColumns(orderPatients),
      result: analysisResults,
      lastUpdated,
    })
    .from(orders)
    .innerJoin(orderLines, and(eq(orderLines.orderId, orders.id), eq(orderLines.kind, 'analysis')))
    .innerJoin(
      orderPatients,
      and(eq(orderPatients.orderId, orders.id), eq(orderPatients.patientId, orderLines.patientId)),
    )
    .leftJoin(
      analysisResults,
      and(
        eq(analysisResults.orderId, orderLines.orderId),
        eq(analysisResults.linePosition, orderLines.position),
      ),
    )
    .where(
      and(
        inArray(orders.state, VISIBLE),
        ...conditionsOf(filter),
        page?.after ? isAfter(page.after) : undefined,
      ),
    )
    .orderBy(asc(orderLines.orderId), asc(orderLines.position))
  return page ? query.limit(page.limit) : query
}

function isAfter({ orderId, position }: { orderId: string; position: number }): SQL {
  return sql`(${orderLines.orderId}, ${orderLines.position}) > (${orderId}::uuid, ${position}::int)`
}

function conditionsOf(filter: RequestFilter): (SQL | undefined)[] {
  const { laboratoryIds, statuses, lastUpdated: range, orderNumbers, orderId, position, patientId } = filter
  return [
    laboratoryIds === null ? undefined : inArray(orders.laboratoryId, [...laboratoryIds]),
    statuses && or(...statuses.map((status) => STATUS_CONDITIONS[status])),
    range?.from && sql`${lastUpdated} >= ${range.from.toISOString()}::timestamptz`,
    range?.after && sql`${lastUpdated} > ${range.after.toISOString()}::timestamptz`,
    range?.before && sql`${lastUpdated} < ${range.before.toISOString()}::timestamptz`,
    range?.until && sql`${lastUpdated} <= ${range.until.toISOString()}::timestamptz`,
    orderNumbers && inArray(orders.number, [...orderNumbers]),
    orderId === undefined ? undefined : eq(orders.id, orderId),
    position === undefined ? undefined : eq(orderLines.position, position),
    patientId === undefined ? undefined : eq(orderPatients.patientId, patientId),
  ]
}
