import type { Queries } from '@shop/database/open-database'
import { OPEN_ORDER_STATES, type OrderState } from '@shop/domain/order-states'
import type { AttemptState } from '@shop/domain/payment-states'
import type { RefundState } from '@shop/domain/refunds'
import { and, asc, desc, eq, getTableColumns, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Localised } from '../catalogue/localised.ts'
import type { OrderKey } from '../is-of-order.ts'
import { isRow } from '../owned.ts'
import { type OrderLineRow, type OrderPatientRow, type OrderRow, orders } from './tables.ts'

/** For one page. */
export const LIST_LIMIT = 200

export type ReadPatient = Omit<OrderPatientRow, 'orderId' | 'position'>
export type ReadLine = Omit<OrderLineRow, 'orderId' | 'position'>
/** Instants in the nested parts are text, as JSON carries them. */
export interface StoredOrder {
  order: OrderRow
  patients: ReadPatient[]
  lines: ReadLine[]
  history: { state: OrderState; at: string; cause: string; actor: string }[]
  attempts: { id: string; state: AttemptState; paidAt: string | null }[]
  /** All money received, including second and late payments. Minor units. */
  received: number
  /** Of each of its payments; `isOfOrder`: neither of a second nor of a late one. Minor units. */
  refunds: { transactionId: string; isOfOrder: boolean; state: RefundState; amount: number; at: string }[]
}
export interface OrderOverview {
  order: OrderRow
  patientIds: string[]
  patientNames: string[]
  analysisCount: number
  /** The different analyses: the names of the first two, and how many there are. */
  tests?: { names: Localised[]; count: number }
}

// The outer table is named in plain text: drizzle omits its name inside a selection, and the inner one would match.
const patients = sql<ReadPatient[]>`(
  select coalesce(json_agg(json_build_object(
    'patientId', patient_id, 'firstName', first_name, 'lastName', last_name, 'gender', gender,
    'dateOfBirth', date_of_birth, 'pregnant', pregnant, 'optionalMaterials', optional_materials,
    'broughtMaterials', brought_materials, 'containers', containers, 'subtotal', subtotal, 'profiles', profiles
  ) order by position), '[]') from laboratory.order_patient where order_id = customer_order.id)`
const lines = sql<ReadLine[]>`(
  select coalesce(json_agg(json_build_object(
    'patientId', patient_id, 'kind', kind, 'itemId', item_id, 'code', code, 'loinc', loinc,
    'turnaroundDays', exec_period, 'preparation', preparation, 'name', name, 'quantity', quantity, 'price', price
  ) order by position), '[]') from laboratory.order_line where order_id = customer_order.id)`
const history = sql<StoredOrder['history']>`(
  select coalesce(json_agg(json_build_object('state', state, 'at', at, 'cause', cause, 'actor', actor) order by serial), '[]')
  from laboratory.order_history where order_id = customer_order.id)`
const attempts = sql<StoredOrder['attempts']>`(
  select coalesce(json_agg(json_build_object('id', id, 'state', state, 'paidAt', paid_at) order by id desc), '[]')
  from laboratory.payment_attempt where order_id = customer_order.id)`
const received = sql<number>`(
  select coalesce(sum(amount), 0)::int from laboratory.payment_transaction where order_id = customer_order.id)`
const refunds = sql<StoredOrder['refunds']>`(
  select coalesce(json_agg(json_build_object(
    'transactionId', came.id, 'isOfOrder', came.kind = 'settled', 'state', refund.state,
    'amount', refund.amount, 'at', coalesce(refund.done_at, refund.decided_at, refund.requested_at)) order by refund.id), '[]')
  from laboratory.payment_refund refund
  join laboratory.payment_transaction came on came.id = refund.transaction_id
  where came.order_id = customer_order.id)`
const patientIds = sql<string[]>`(
  select coalesce(json_agg(patient_id order by position), '[]')
  from laboratory.order_patient where order_id = customer_order.id)`
const patientNames = sql<string[]>`(
  select coalesce(json_agg(concat_ws(' ', first_name, last_name) order by position), '[]')
  from laboratory.order_patient where order_id = customer_order.id)`
const analysisCount = sql<number>`(
  select count(*) from laboratory.order_line where order_id = customer_order.id and kind = 'analysis')`

const tests = sql<{ names: Localised[]; count: number }>`(
  select json_build_object(
    'names', coalesce(json_agg(name order by position) filter (where place <= 2), '[]'), 'count', count(*))
  from (
    select name, position, row_number() over (order by position) as place
    from (
      select distinct on (item_id) name, position from laboratory.order_line
      where order_id = customer_order.id and kind = 'analysis' order by item_id, position) as different
  ) as numbered)`

/** One order with all its parts, in one statement. */
export async function readOrder(queries: Queries, orderId: string): Promise<StoredOrder | null> {
  return readWhere(queries, eq(orders.id, orderId))
}

/** As `readOrder`, for its owner only. */
export async function readOwnOrder(
  queries: Queries,
  { userId, orderId }: { userId: string; orderId: string },
): Promise<StoredOrder | null> {
  return readWhere(queries, and(eq(orders.id, orderId), eq(orders.userId, userId)))
}

/** The order, locked until the transaction ends. */
export async function lockOrder(queries: Queries, key: OrderKey): Promise<OrderRow | null> {
  const [order] = await queries.select().from(orders).where(isRow(orders, key)).for('update')
  return order ?? null
}

async function readWhere(queries: Queries, condition: SQL | undefined): Promise<StoredOrder | null> {
  const [row] = await queries
    .select({ order: getTableColumns(orders), patients, lines, history, attempts, received, refunds })
    .from(orders)
    .where(condition)
  return row ?? null
}

/** The visits of these orders in order of time: who is visited, and for what. */
export function readVisits(
  queries: Queries,
  condition: SQL | undefined,
  limit: number,
): Promise<Pick<StoredOrder, 'order' | 'patients' | 'lines'>[]> {
  return queries
    .select({ order: getTableColumns(orders), patients, lines })
    .from(orders)
    .where(condition)
    .orderBy(asc(orders.visitStart), asc(orders.id))
    .limit(limit)
}

/** Only so many of the newest orders are checked for whether they are under way. */
const NEWEST = 20

/** The account's open orders, newest first. Only its newest orders are checked, however many it has. */
export async function readOrdersUnderWay(queries: Queries, userId: string): Promise<StoredOrder[]> {
  const newest = queries
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.id))
    .limit(NEWEST)
  return queries
    .select({ order: getTableColumns(orders), patients, lines, history, attempts, received, refunds })
    .from(orders)
    .where(
      and(eq(orders.userId, userId), inArray(orders.id, newest), inArray(orders.state, OPEN_ORDER_STATES)),
    )
    .orderBy(desc(orders.id))
}

interface OrderPage {
  userId: string
  /** The last order of the previous page: ids grow with time. */
  before?: string | undefined
  limit: number
}

/** A page of the account's orders, newest first. */
export async function listOwnOrders(
  queries: Queries,
  { userId, before, limit }: OrderPage,
): Promise<OrderOverview[]> {
  return queries
    .select({ order: getTableColumns(orders), patientIds, patientNames, analysisCount, tests })
    .from(orders)
    .where(and(eq(orders.userId, userId), before === undefined ? undefined : lt(orders.id, before)))
    .orderBy(desc(orders.id))
    .limit(limit)
}
