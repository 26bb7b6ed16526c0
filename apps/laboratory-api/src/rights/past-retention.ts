import type { Queries } from '@shop/database/open-database'
import { and, eq, gte, inArray, isNull, lt, lte, ne, notExists, or } from 'drizzle-orm'
import { restrictedOwner } from '../accounts/processing-limits.ts'
import { orders } from '../orders/tables.ts'
import { paymentRefunds, paymentTransactions } from '../payments/tables.ts'
import { analysisResults, testResults } from '../results/tables.ts'
import { daysBefore, REMOVAL_ANNOUNCED_DAYS, REMOVAL_ANNOUNCED_HOLDS_DAYS } from '../retention.ts'
import { openRequestOf } from './rights-personal-data.ts'

/** Tables whose rows are removed by age. Each row has an owner and the time at which the owner was notified. */
type Ageing = typeof testResults | typeof orders

/**
 * Results that have not changed since `before`, except those of accounts that are restricted or have an open
 * request about their data.
 */
export function agedResults(queries: Queries, before: Date) {
  const { id, userId, sampledAt } = testResults
  const changedSince = queries
    .select({ id: analysisResults.id })
    .from(analysisResults)
    .where(and(eq(analysisResults.testResultId, id), gte(analysisResults.changedAt, before)))
  return and(
    lt(sampledAt, before),
    notExists(changedSince),
    notExists(restrictedOwner(queries, userId)),
    notExists(openRequestOf(queries, userId)),
  )
}

/** As `agedResults`, for orders that hold personal data and have no refund outstanding. */
export function agedOrders(queries: Queries, before: Date) {
  const { id, userId, updatedAt, state, erasedAt, refundDue } = orders
  const openRefunds = queries
    .select({ id: paymentRefunds.id })
    .from(paymentRefunds)
    .innerJoin(paymentTransactions, eq(paymentTransactions.id, paymentRefunds.transactionId))
    .where(and(eq(paymentTransactions.orderId, id), inArray(paymentRefunds.state, ['requested', 'approved'])))
  return and(
    lt(updatedAt, before),
    isNull(erasedAt),
    ne(state, 'awaitingPayment'),
    eq(refundDue, false),
    notExists(openRefunds),
    notExists(restrictedOwner(queries, userId)),
    notExists(openRequestOf(queries, userId)),
  )
}

/** The owner was notified long enough ago, but not too long ago; without an account there is no one to notify. */
export const wasAnnouncedInTime = ({ userId, removalToldAt }: Ageing, now: Date) =>
  or(
    isNull(userId),
    and(
      lte(removalToldAt, daysBefore(now, REMOVAL_ANNOUNCED_DAYS)),
      gte(removalToldAt, daysBefore(now, REMOVAL_ANNOUNCED_HOLDS_DAYS)),
    ),
  )

export const isUnannounced = ({ removalToldAt }: Ageing, now: Date) =>
  or(isNull(removalToldAt), lt(removalToldAt, daysBefore(now, REMOVAL_ANNOUNCED_HOLDS_DAYS)))
