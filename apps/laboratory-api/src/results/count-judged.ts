import { and, gt, inArray, isNull } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { openObservations } from './sealed-results.ts'
import { countValues } from './store-report.ts'
import { analysisResults, observations } from './tables.ts'

/** Reports that are counted in one transaction. */
const BATCH = 200

type Context = Pick<ApiContext, 'database' | 'sealing'>

/**
 * Counts the judged values of reports that a release stored which did not count them: how a value is judged
 * is sealed with it, so that no statement can. A batch at a time, beside the running shop; twice at once does
 * no harm.
 */
export async function countJudged(context: Context): Promise<number> {
  let counted = 0
  for (let batch = BATCH; batch === BATCH; counted += batch) batch = await countBatch(context)
  return counted
}

function countBatch({ database, sealing }: Context): Promise<number> {
  return database.transaction(async (queries) => {
    // Locked: whoever stores a report meanwhile waits, and writes a newer count.
    const due = await queries
      .select({ id: analysisResults.id })
      .from(analysisResults)
      .where(and(isNull(analysisResults.judgedCount), gt(analysisResults.valueCount, 0)))
      .orderBy(analysisResults.id)
      .limit(BATCH)
      .for('update', { skipLocked: true })
    const ids = due.map(({ id }) => id)
    if (ids.length === 0) return 0
    const rows = await queries
      .select()
      .from(observations)
      .where(and(inArray(observations.analysisResultId, ids), isNull(observations.supersededAt)))
    const values = Map.groupBy(
      await openObservations(sealing, queries, rows),
      ({ analysisResultId }) => analysisResultId,
    )
    for (const [judgedCount, same] of Map.groupBy(
      ids,
      (id) => countValues(values.get(id) ?? []).judgedCount,
    )) {
      await queries.update(analysisResults).set({ judgedCount }).where(inArray(analysisResults.id, same))
    }
    return ids.length
  })
}

export function defineJudgedCount(context: ApiContext): void {
  context.jobs.schedule('count-judged', '47 * * * *', async () => {
    const counted = await countJudged(context)
    if (counted > 0) context.logger.info({ counted }, 'judged values were counted')
  })
}
