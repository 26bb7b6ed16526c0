import type { Queries } from '@shop/database/open-database'
import { and, asc, eq, gte, inArray, isNull, lt, ne, notExists } from 'drizzle-orm'
import { restrictedOwner } from '../accounts/processing-limits.ts'
import { type AuditEntry, audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { forgetSpecimens } from '../desk/desk-personal-data.ts'
import { eraseClosedOrders } from '../orders/order-personal-data.ts'
import { orders } from '../orders/tables.ts'
import { paymentRefunds, paymentTransactions } from '../payments/tables.ts'
import { deleteResults } from '../results/delete-results.ts'
import { analysisResults, testResults } from '../results/tables.ts'
import { yearsBefore } from '../retention.ts'
import { openRequestOf } from './rights-personal-data.ts'

/** So many results or orders leave with one transaction, that none holds others up for long. */
const BATCH = 50

type Context = Pick<ApiContext, 'database' | 'settings' | 'personalData' | 'logger' | 'now'>

/** Batch by batch until one is not full; what another process has locked waits for the next night. */
async function sweep(
  { database, logger }: Context,
  kind: AuditEntry['kind'],
  batch: (queries: Queries) => Promise<string[]>,
): Promise<void> {
  let gone = 0
  for (let more = BATCH; more === BATCH; gone += more) {
    more = await database.transaction(async (queries) => {
      const ids = await batch(queries)
      const by = { requestId: 'retention', userId: null, actor: 'job', action: 'delete' } as const
      await audit(queries, ...ids.map((id) => ({ ...by, kind, id })))
      return ids.length
    })
  }
  if (gone > 0) logger.info({ kind, gone }, 'what was past its time has gone')
}

/**
 * Results that have not changed for the years that the operator has set; none where nothing is set. Of
 * restricted accounts, and of those with an open request about their data, all is kept.
 */
export async function deleteOldResults(context: Context): Promise<void> {
  const { retainResultsYears: years } = context.settings
  if (years === null) return
  const before = yearsBefore(context.now(), years)
  await sweep(context, 'testResult', async (queries) => {
    const { id, userId, sampledAt } = testResults
    const changedSince = queries
      .select({ id: analysisResults.id })
      .from(analysisResults)
      .where(and(eq(analysisResults.testResultId, id), gte(analysisResults.changedAt, before)))
    const due = await queries
      .select({ id })
      .from(testResults)
      .where(
        and(
          lt(sampledAt, before),
          notExists(changedSince),
          notExists(restrictedOwner(queries, userId)),
          notExists(openRequestOf(queries, userId)),
        ),
      )
      .orderBy(asc(sampledAt))
      .limit(BATCH)
      .for('update', { skipLocked: true })
    const ids = due.map((result) => result.id)
    if (ids.length > 0) await deleteResults(queries, ids)
    return ids
  })
}

/**
 * What orders tell of people, once they have not changed for the years that the operator has set. They stay
 * while their results do, while money of theirs is to go back, and as results do.
 */
export async function eraseOldOrders(context: Context): Promise<void> {
  const { retainOrdersYears: years } = context.settings
  if (years === null) return
  const now = context.now()
  await sweep(context, 'order', async (queries) => {
    const { id, userId, updatedAt, state, erasedAt, refundDue } = orders
    const results = queries
      .select({ id: testResults.id })
      .from(testResults)
      .where(eq(testResults.orderId, id))
    const openRefunds = queries
      .select({ id: paymentRefunds.id })
      .from(paymentRefunds)
      .innerJoin(paymentTransactions, eq(paymentTransactions.id, paymentRefunds.transactionId))
      .where(
        and(eq(paymentTransactions.orderId, id), inArray(paymentRefunds.state, ['requested', 'approved'])),
      )
    const due = await queries
      .select({ id })
      .from(orders)
      .where(
        and(
          lt(updatedAt, yearsBefore(now, years)),
          isNull(erasedAt),
          ne(state, 'awaitingPayment'),
          eq(refundDue, false),
          notExists(openRefunds),
          notExists(results),
          notExists(restrictedOwner(queries, userId)),
          notExists(openRequestOf(queries, userId)),
        ),
      )
      .orderBy(asc(updatedAt))
      .limit(BATCH)
      .for('update', { skipLocked: true })
    const ids = due.map((order) => order.id)
    if (ids.length > 0) {
      await eraseClosedOrders(context, queries, { ids, now })
      await forgetSpecimens(queries, ids)
    }
    return ids
  })
}
