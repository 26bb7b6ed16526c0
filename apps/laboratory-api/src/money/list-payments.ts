import type { ListedPayment } from '@shop/contract/money'
import { startOfDay } from '@shop/domain/age'
import { addDays } from '@shop/domain/dates'
import { toWire } from '@shop/domain/money'
import { type AttemptState, PAYMENT_PROVIDERS } from '@shop/domain/payment-states'
import type { LaboratoryScope } from '@shop/domain/staff'
import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { inScope } from '../orders/orders-in-scope.ts'
import { orders } from '../orders/tables.ts'
import { type AttemptRow, paymentAttempts } from '../payments/tables.ts'
import { auditStaff, type StaffActor } from '../staff/audit-staff.ts'

const PAGE = 50

// The outer tables are named in plain text: drizzle drops their names inside a selection.
const refunded = sql<number>`(
  select coalesce(sum(refund.amount), 0)::int from laboratory.payment_refund refund
  join laboratory.payment_transaction came on came.id = refund.transaction_id
  where came.attempt_id = payment_attempt.id and refund.state = 'done')`
const refundDue = sql<boolean>`exists (
  select from laboratory.payment_transaction came
  where came.attempt_id = payment_attempt.id and came.kind <> 'settled' and came.refunded_at is null)`

/** The fields of a payment on its list and its page. */
export const PAYMENT_COLUMNS = {
  attempt: paymentAttempts,
  orderId: orders.id,
  orderNumber: orders.number,
  laboratoryId: orders.laboratoryId,
  refunded,
  refundDue,
}
interface ListedRow {
  attempt: AttemptRow
  orderId: string
  orderNumber: string
  laboratoryId: number
  refunded: number
  refundDue: boolean
}

export function toListed({ attempt, refunded, ...order }: ListedRow): ListedPayment {
  const { id, provider, state, amount, currency, createdAt, paidAt, test } = attempt
  return {
    ...order,
    id,
    provider,
    state,
    amount: toWire({ amount, currency }),
    createdAt: createdAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
    refunded: toWire({ amount: refunded, currency }),
    test,
  }
}

/** A text of digits is an order's number, anything else the provider's id of a payment. */
function meant(text: string): SQL {
  if (/^\d+$/.test(text)) return eq(orders.number, text)
  return sql`${paymentAttempts.id} in (select attempt_id from laboratory.payment_transaction
    where ${inArray(sql`provider`, [...PAYMENT_PROVIDERS])} and transaction_id = ${text})`
}

const inState = (state: AttemptState | 'refundDue'): SQL =>
  state === 'refundDue'
    ? sql`${paymentAttempts.id} in (select attempt_id from laboratory.payment_transaction
        where kind <> 'settled' and refunded_at is null)`
    : eq(paymentAttempts.state, state)

/** The payments after it on the list, newest first; none after one of another branch. */
const after = (id: string, scope: LaboratoryScope): SQL =>
  sql`(${paymentAttempts.createdAt}, ${paymentAttempts.id}) < ((
    select a.created_at from laboratory.payment_attempt a join laboratory.customer_order o on o.id = a.order_id
    where ${and(sql`a.id = ${id}::uuid`, scope === 'all' ? undefined : inArray(sql`o.laboratory_id`, [...scope]))}), ${id}::uuid)`

interface ListPayments {
  actor: StaffActor
  scope: LaboratoryScope
  state?: AttemptState | 'refundDue' | undefined
  /** Days of the business zone, the last one included. */
  from?: string | undefined
  to?: string | undefined
  find?: string | undefined
  before?: string | undefined
}

/**
 * Payment attempts, newest first, a page at a time along an index. The list shows no person, so only reading the
 * list itself is audited.
 */
export async function listPayments(
  { database: { queries }, settings }: ApiContext,
  { actor, scope, state, from, to, find, before }: ListPayments,
): Promise<{ payments: ListedPayment[]; next: string | null }> {
  const zone = settings.businessTimeZone
  await auditStaff(queries, actor, { action: 'read', kind: 'payment', id: null })
  const rows = await queries
    .select(PAYMENT_COLUMNS)
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(
      and(
        inScope(scope),
        state && inState(state),
        from ? gte(paymentAttempts.createdAt, startOfDay(from, zone)) : undefined,
        to ? lt(paymentAttempts.createdAt, startOfDay(addDays(to, 1), zone)) : undefined,
        find ? meant(find) : undefined,
        before ? after(before, scope) : undefined,
      ),
    )
    .orderBy(desc(paymentAttempts.createdAt), desc(paymentAttempts.id))
    .limit(PAGE + 1)
  const payments = rows.slice(0, PAGE).map(toListed)
  return { payments, next: rows.length > PAGE ? payments.at(-1)!.id : null }
}
