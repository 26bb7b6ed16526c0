import { LISTED } from '@shop/contract/desk'
import type { Attention } from '@shop/contract/money'
import { type Currency, toWire } from '@shop/domain/money'
import type { LaboratoryScope } from '@shop/domain/staff'
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  max,
  ne,
  or,
  sql,
} from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { inScope } from '../orders/orders-in-scope.ts'
import { orders } from '../orders/tables.ts'
import { leftOf, refundsOf } from '../payments/request-refund.ts'
import { paymentAttempts, paymentEvents, paymentRefunds, paymentTransactions } from '../payments/tables.ts'
import { auditStaff, type StaffActor } from '../staff/audit-staff.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** A refund that is on its way for longer needs attention. */
const ACCEPTED_WITHIN = 10 * MINUTE
/** So does one that the provider has accepted and the bank has not made for longer. */
const MADE_WITHIN = 5 * DAY
/** Older messages of providers have been dealt with. */
const REPORTED_WITHIN = 30 * DAY

// Those without anything left are left out before the limit, so that they hide no other.
const isLeft = sql`${paymentTransactions.amount} > (
  select coalesce(sum(asked.amount), 0) from laboratory.payment_refund asked
  where asked.transaction_id = ${paymentTransactions.id} and asked.owner_id = ${paymentTransactions.ownerId}
    and asked.state <> 'declined')`

interface Listing {
  context: ApiContext
  scope: LaboratoryScope
  now: number
}

/** Where the books and the provider disagree, and due refunds. What waits for staff comes first, the oldest first. */
export async function listAttention(
  context: ApiContext,
  { actor, scope }: { actor: StaffActor; scope: LaboratoryScope },
): Promise<Attention[]> {
  await auditStaff(context.database.queries, actor, { action: 'read', kind: 'payment', id: null })
  const listing = { context, scope, now: context.now().getTime() }
  return [
    ...(await openRefunds(listing)),
    ...(await moneyDue(listing)),
    ...(await mismatches(listing)),
    ...(await unanswered(listing)),
  ]
}

async function openRefunds({ context, scope, now }: Listing): Promise<Attention[]> {
  const rows = await context.database.queries
    .select({ refund: paymentRefunds, transaction: paymentTransactions, orderNumber: orders.number })
    .from(paymentRefunds)
    .innerJoin(paymentTransactions, eq(paymentTransactions.id, paymentRefunds.transactionId))
    .innerJoin(orders, eq(orders.id, paymentTransactions.orderId))
    .where(
      and(
        inScope(scope),
        inArray(paymentRefunds.state, ['requested', 'approved']),
        or(
          eq(paymentRefunds.state, 'requested'),
          isNotNull(paymentRefunds.outsideWay),
          isNotNull(paymentRefunds.failure),
          and(
            isNull(paymentRefunds.providerRefundId),
            lt(paymentRefunds.decidedAt, new Date(now - ACCEPTED_WITHIN)),
          ),
          lt(paymentRefunds.decidedAt, new Date(now - MADE_WITHIN)),
        ),
      ),
    )
    .orderBy(asc(paymentRefunds.requestedAt))
    .limit(LISTED)
  return rows.map(({ refund, transaction, orderNumber }) => ({
    kind:
      refund.state === 'requested' || refund.outsideWay
        ? ('refundToDecide' as const)
        : ('refundNotTaken' as const),
    at: refund.requestedAt.toISOString(),
    paymentId: transaction.attemptId,
    orderNumber,
    amount: toWire({ amount: refund.amount, currency: transaction.currency }),
    detail: refund.failure ?? refund.providerRefundId,
  }))
}

/** Money that pays for nothing, as far as no refund of it has been requested. */
async function moneyDue({ context, scope }: Listing): Promise<Attention[]> {
  const { queries } = context.database
  const rows = await queries
    .select({ ...getTableColumns(paymentTransactions), orderNumber: orders.number })
    .from(paymentTransactions)
    .innerJoin(orders, eq(orders.id, paymentTransactions.orderId))
    .where(
      and(
        inScope(scope),
        ne(paymentTransactions.kind, 'settled'),
        isNull(paymentTransactions.refundedAt),
        isLeft,
      ),
    )
    .orderBy(asc(paymentTransactions.receivedAt))
    .limit(LISTED)
  const refunds = await refundsOf(queries, rows)
  return rows.map((row) => {
    const own = refunds.filter(({ transactionId }) => transactionId === row.id)
    return {
      kind: 'refundDue' as const,
      at: row.receivedAt.toISOString(),
      paymentId: row.attemptId,
      orderNumber: row.orderNumber,
      amount: toWire({ amount: leftOf(row, own), currency: row.currency }),
      detail: row.transactionId,
    }
  })
}

/**
 * Payments in another sum, currency or mode than requested, each attempt once; and, for roles at every laboratory,
 * payments of no order here.
 */
async function mismatches({ context, scope, now }: Listing): Promise<Attention[]> {
  const verdicts = ['mismatch', ...(scope === 'all' ? (['unknownAttempt'] as const) : [])] as const
  const columns = {
    verdict: paymentEvents.verdict,
    named: paymentEvents.attemptId,
    attemptId: paymentAttempts.id,
    amount: paymentAttempts.amount,
    currency: paymentAttempts.currency,
    orderNumber: orders.number,
  }
  const last = max(paymentEvents.receivedAt)
  const rows = await context.database.queries
    .select({ ...columns, at: last })
    .from(paymentEvents)
    .leftJoin(paymentAttempts, eq(paymentAttempts.id, paymentEvents.attemptId))
    .leftJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(
      and(
        inArray(paymentEvents.verdict, [...verdicts]),
        gt(paymentEvents.receivedAt, new Date(now - REPORTED_WITHIN)),
        scope === 'all' ? undefined : inScope(scope),
      ),
    )
    .groupBy(...Object.values(columns))
    .orderBy(desc(last))
    .limit(LISTED)
  return rows.map(({ verdict, at, named, attemptId, amount, currency, orderNumber }) => ({
    kind: verdict === 'mismatch' ? ('mismatch' as const) : ('unknownPayment' as const),
    at: at!.toISOString(),
    paymentId: attemptId,
    orderNumber,
    amount: amount === null ? null : toWire({ amount, currency: currency as Currency }),
    detail: attemptId ? null : named,
  }))
}

/** Payment pages that expired long ago and whose outcome the provider never reported. */
async function unanswered({ context, scope, now }: Listing): Promise<Attention[]> {
  const rows = await context.database.queries
    .select({ attempt: paymentAttempts, orderNumber: orders.number })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(
      and(
        inScope(scope),
        isNull(paymentAttempts.closedAt),
        isNotNull(paymentAttempts.token),
        lt(paymentAttempts.expiresAt, new Date(now - 2 * DAY)),
        gt(paymentAttempts.expiresAt, new Date(now - REPORTED_WITHIN)),
      ),
    )
    .orderBy(asc(paymentAttempts.expiresAt))
    .limit(LISTED)
  return rows.map(({ attempt, orderNumber }) => ({
    kind: 'noAnswer' as const,
    at: attempt.expiresAt.toISOString(),
    paymentId: attempt.id,
    orderNumber,
    amount: toWire({ amount: attempt.amount, currency: attempt.currency }),
    detail: attempt.provider,
  }))
}
