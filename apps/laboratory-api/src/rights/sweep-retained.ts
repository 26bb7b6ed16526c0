import type { Queries } from '@shop/database/open-database'
import { and, asc, eq, notExists } from 'drizzle-orm'
import { type AuditEntry, audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { forgetSpecimens } from '../desk/desk-personal-data.ts'
import { eraseClosedOrders } from '../orders/order-personal-data.ts'
import { orders } from '../orders/tables.ts'
import { deleteResults } from '../results/delete-results.ts'
import { testResults } from '../results/tables.ts'
import { yearsBefore } from '../retention.ts'
import { agedOrders, agedResults, wasAnnouncedInTime } from './past-retention.ts'

/** Results or orders removed in one transaction: few, so that none blocks others for long. */
const BATCH = 50

type Context = Pick<ApiContext, 'database' | 'settings' | 'personalData' | 'logger' | 'now'>

/** Runs batches until one is not full; rows locked by another process wait for the next night. */
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
  if (gone > 0) logger.info({ kind, gone }, 'data past its retention time was deleted')
}

/**
 * Deletes results that have not changed for the number of years set by the operator, if their owners were
 * notified in time. Without the setting it deletes none.
 */
export async function deleteOldResults(context: Context): Promise<void> {
  const { retainResultsYears: years } = context.settings
  if (years === null) return
  const now = context.now()
  await sweep(context, 'testResult', async (queries) => {
    const due = await queries
      .select({ id: testResults.id })
      .from(testResults)
      .where(and(agedResults(queries, yearsBefore(now, years)), wasAnnouncedInTime(testResults, now)))
      .orderBy(asc(testResults.sampledAt))
      .limit(BATCH)
      .for('update', { skipLocked: true })
    const ids = due.map((result) => result.id)
    if (ids.length > 0) await deleteResults(queries, ids)
    return ids
  })
}

/**
 * Erases the personal data in old orders, as `deleteOldResults` does for results; an order is kept while it
 * has a result.
 */
export async function eraseOldOrders(context: Context): Promise<void> {
  const { retainOrdersYears: years } = context.settings
  if (years === null) return
  const now = context.now()
  await sweep(context, 'order', async (queries) => {
    const results = queries
      .select({ id: testResults.id })
      .from(testResults)
      .where(eq(testResults.orderId, orders.id))
    const due = await queries
      .select({ id: orders.id })
      .from(orders)
      .where(
        and(
          agedOrders(queries, yearsBefore(now, years)),
          wasAnnouncedInTime(orders, now),
          notExists(results),
        ),
      )
      .orderBy(asc(orders.updatedAt))
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
