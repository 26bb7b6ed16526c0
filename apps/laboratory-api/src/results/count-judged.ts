import type { Queries } from '@shop/database/open-database'
import { and, gt, inArray, isNull } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { NAMED, Unreadable } from '../encryption/unreadable.ts'
import { openObservations } from './sealed-results.ts'
import { countValues } from './store-report.ts'
import { analysisResults, observations, type StoredObservation } from './tables.ts'

/** Reports counted in one transaction. */
const BATCH = 200

type Context = Pick<ApiContext, 'database' | 'sealing'>

interface Counted {
  counted: number
  /** Reports with a value that no key opens: counted once it opens, since a report is judged by all its values. */
  failed: string[]
}

/**
 * Counts the judged values of reports stored by a release that did not count them: how a value is judged is sealed
 * with it, so no SQL statement can do it. Works in batches, beside the running shop; running it twice at the same time
 * does no harm.
 */
export async function countJudged(context: Context): Promise<Counted> {
  const total: Counted = { counted: 0, failed: [] }
  let batch: Batch = { ...total, looked: BATCH }
  while (batch.looked === BATCH) {
    batch = await countBatch(context, batch.after)
    total.counted += batch.counted
    total.failed.push(...batch.failed)
  }
  return total
}

interface Batch extends Counted {
  looked: number
  /** From where to continue, so that those that failed are not looked at again; undefined while none has failed. */
  after?: string
}

function countBatch({ database, sealing }: Context, after: string | undefined): Promise<Batch> {
  return database.transaction(async (queries) => {
    const uncounted = and(isNull(analysisResults.judgedCount), gt(analysisResults.valueCount, 0))
    // Locked: a report stored in the meantime waits, and writes a newer count.
    const due = await queries
      .select({ id: analysisResults.id })
      .from(analysisResults)
      .where(and(uncounted, after ? gt(analysisResults.id, after) : undefined))
      .orderBy(analysisResults.id)
      .limit(BATCH)
      .for('update', { skipLocked: true })
    const ids = due.map(({ id }) => id)
    if (ids.length === 0) return { counted: 0, failed: [], looked: 0 }
    const rows = await queries
      .select()
      .from(observations)
      .where(and(inArray(observations.analysisResultId, ids), isNull(observations.supersededAt)))
    const sealed = Map.groupBy(rows, ({ analysisResultId }) => analysisResultId)
    const counts = await Promise.all(
      ids.map(async (id) => ({ id, count: await countOpened(sealing, queries, sealed.get(id) ?? []) })),
    )
    const failed = counts.filter(({ count }) => count === null).map(({ id }) => id)
    for (const [judgedCount, same] of Map.groupBy(counts, ({ count }) => count)) {
      if (judgedCount === null) continue
      const those = same.map(({ id }) => id)
      await queries.update(analysisResults).set({ judgedCount }).where(inArray(analysisResults.id, those))
    }
    const goesOn = after !== undefined || failed.length > 0
    return {
      counted: ids.length - failed.length,
      failed,
      looked: ids.length,
      ...(goesOn ? { after: ids.at(-1) } : {}),
    }
  })
}

/** Null: one of the values does not open. */
async function countOpened(
  sealing: Context['sealing'],
  queries: Queries,
  rows: readonly StoredObservation[],
): Promise<number | null> {
  try {
    return countValues(await openObservations(sealing, queries, rows)).judgedCount
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

export function defineJudgedCount(context: ApiContext): void {
  context.jobs.schedule('count-judged', '47 * * * *', async () => {
    const { counted, failed } = await countJudged(context)
    if (counted > 0) context.logger.info({ counted }, 'interpreted values were counted')
    if (failed.length > 0) {
      const unreadable = [
        { column: 'observation.sealed_value', reports: failed.length, ids: failed.slice(0, NAMED) },
      ]
      context.logger.error({ unreadable }, 'sealed values that no key opens')
    }
  })
}
