import type { Queries } from '@shop/database/open-database'
import { and, desc, eq, getTableColumns, gt, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm'
import { isOfOrder, type OrderKey } from '../is-of-order.ts'
import {
  type OrderLineRow,
  type OrderPatientRow,
  type OrderRow,
  orderLines,
  orderPatients,
  orders,
} from '../orders/tables.ts'
import { analysisResults, type StoredAnalysisResult } from '../results/tables.ts'
import type { InstantRange, RequestCursor } from './search-parameters.ts'
import { REQUEST_STATUSES, type RequestStatus, serviceRequests } from './tables.ts'

/** An ordered analysis as the laboratory sees it. `result` is null until something is reported on its order. */
export interface RequestRow {
  order: OrderRow
  line: OrderLineRow
  patient: OrderPatientRow
  result: StoredAnalysisResult | null
  status: RequestStatus
  lastUpdated: Date
}

export interface RequestFilter {
  /** The laboratories whose orders exist for the caller; null: all. */
  laboratoryIds: readonly number[] | null
  statuses?: readonly RequestStatus[] | undefined
  lastUpdated?: InstantRange | undefined
  orderNumbers?: readonly string[] | undefined
}

const { orderId, position, status, changedAt, laboratoryId } = serviceRequests

/**
 * Sorted by the orders' ids, and so by age, so that changes between pages neither skip nor repeat a request. A search
 * by time of change is sorted by that time: a request that changes in the meantime appears again on a later page.
 */
const BY_AGE = sql`${orderId}, ${position}`
const BY_CHANGE = sql`${changedAt}, ${orderId}, ${position}`

/**
 * A page of the requests that match. Each status is read along its own index until the page is full, and so are all
 * requests if no status is given: the cost of a page does not grow with the years before it.
 */
export async function findRequests(
  queries: Queries,
  filter: RequestFilter,
  { after, limit }: { after: RequestCursor | null; limit: number },
): Promise<RequestRow[]> {
  const { statuses = [], lastUpdated } = filter
  const order = lastUpdated ? BY_CHANGE : BY_AGE
  const condition = and(...conditionsOf(queries, filter), after ? isAfter(after, order) : undefined)
  const pageOf = (fits: SQL | undefined) =>
    sql`(select ${orderId}, ${position}, ${status}, ${changedAt} from ${serviceRequests}
      where ${and(condition, fits) ?? sql`true`} order by ${order} limit ${limit})`
  const isChoice = statuses.length > 0 && statuses.length < REQUEST_STATUSES.length
  const pages = isChoice ? [...new Set(statuses)].map((one) => pageOf(eq(status, one))) : [pageOf(undefined)]
  return readDetails(queries, {
    keys: sql.join(pages, sql` union all `),
    limit,
    isByChange: order === BY_CHANGE,
  })
}

/** One request, by its order and position. */
export async function findRequest(
  queries: Queries,
  { laboratoryIds, ...name }: { orderId: string; position: number; laboratoryIds: readonly number[] | null },
): Promise<RequestRow | null> {
  const condition = and(eq(orderId, name.orderId), eq(position, name.position), ofLaboratories(laboratoryIds))
  const [found] = await readDetails(queries, { keys: keysWhere(condition), limit: 1, isByChange: false })
  return found ?? null
}

/** The latest request for a patient, with their latest details. */
export async function findNewestRequestOf(
  queries: Queries,
  { patientId, laboratoryIds }: { patientId: string; laboratoryIds: readonly number[] | null },
): Promise<RequestRow | null> {
  const [newest] = await queries
    .select({ orderId, position })
    .from(orderPatients)
    .innerJoin(
      orderLines,
      and(eq(orderLines.orderId, orderPatients.orderId), eq(orderLines.patientId, orderPatients.patientId)),
    )
    .innerJoin(
      serviceRequests,
      and(eq(orderId, orderLines.orderId), eq(position, orderLines.position), ofLaboratories(laboratoryIds)),
    )
    .where(eq(orderPatients.patientId, patientId))
    .orderBy(desc(orderPatients.orderId), desc(orderLines.position))
    .limit(1)
  return newest ? findRequest(queries, { ...newest, laboratoryIds }) : null
}

const keysWhere = (condition: SQL | undefined) =>
  sql`(select ${orderId}, ${position}, ${status}, ${changedAt} from ${serviceRequests} where ${condition})`

/** The details of the requests with these keys, sorted and limited to a page. */
function readDetails(
  queries: Queries,
  { keys, limit, isByChange }: { keys: SQL; limit: number; isByChange: boolean },
): Promise<RequestRow[]> {
  const order = isByChange ? sql`changed_at, order_id, position` : sql`order_id, position`
  const page = sql`(select *, row_number() over (order by ${order}) as place
    from (${keys}) as found order by ${order} limit ${limit}) as page`
  return queries
    .select({
      order: getTableColumns(orders),
      line: getTableColumns(orderLines),
      patient: getTableColumns(orderPatients),
      result: analysisResults,
      status: sql<RequestStatus>`page.status`,
      lastUpdated: sql<Date>`page.changed_at`.mapWith(changedAt),
    })
    .from(page)
    .innerJoin(orders, sql`${orders.id} = page.order_id`)
    .innerJoin(
      orderLines,
      sql`${orderLines.orderId} = page.order_id and ${orderLines.position} = page.position`,
    )
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
    .orderBy(sql`page.place`)
}

function isAfter({ lastUpdated, ...last }: RequestCursor, order: SQL): SQL {
  const place = sql`${last.orderId}::uuid, ${last.position}::int`
  const values = order === BY_CHANGE ? sql`${lastUpdated.toISOString()}::timestamptz, ${place}` : place
  return sql`(${order}) > (${values})`
}

const ofLaboratories = (ids: readonly number[] | null) =>
  ids === null ? undefined : inArray(laboratoryId, [...ids])

function conditionsOf(queries: Queries, filter: RequestFilter): (SQL | undefined)[] {
  const { laboratoryIds, lastUpdated: range, orderNumbers } = filter
  return [
    ofLaboratories(laboratoryIds),
    range?.from && gte(changedAt, range.from),
    range?.after && gt(changedAt, range.after),
    range?.before && lt(changedAt, range.before),
    range?.until && lte(changedAt, range.until),
    orderNumbers &&
      inArray(
        orderId,
        queries
          .select({ id: orders.id })
          .from(orders)
          .where(inArray(orders.number, [...orderNumbers])),
      ),
  ]
}

/** To laboratories, all requests of the order count as changed. */
export async function noteChangedOrder(queries: Queries, order: OrderKey, now: Date): Promise<void> {
  await queries.update(serviceRequests).set({ changedAt: now }).where(isOfOrder(serviceRequests, order))
}
