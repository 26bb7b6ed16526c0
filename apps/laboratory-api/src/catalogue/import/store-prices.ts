import type { Queries } from '@shop/database/open-database'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { prices } from '../tables.ts'
import { PRICE_LISTS, pricesOf } from './entry-rows.ts'
import type { AnalysisEntry } from './file-forms.ts'
import type { KindChanges } from './import-report.ts'
import { chunks } from './keep-entries.ts'

const ROWS_PER_STATEMENT = 5_000

/**
 * Stores prices of the analyses that were added or changed: an unchanged price keeps its times, one that is no
 * longer in the files is removed from its list.
 */
export async function storePrices(input: {
  queries: Queries
  entries: readonly AnalysisEntry[]
  changes: KindChanges
  ids: ReadonlyMap<string, number>
  at: Date
}): Promise<void> {
  const { queries, entries, changes, ids, at } = input
  const written = new Set([...changes.added, ...changes.changed])
  const touched = entries.filter(({ code }) => written.has(code))
  const rows = touched.flatMap((entry) =>
    pricesOf(entry).map((price) => ({
      ...price,
      analysisId: ids.get(entry.code)!,
      createdAt: at,
      updatedAt: at,
    })),
  )
  for (const batch of chunks(rows, ROWS_PER_STATEMENT)) {
    await queries
      .insert(prices)
      .values(batch)
      .onConflictDoUpdate({
        target: [prices.analysisId, prices.priceListId],
        set: { amount: sql`excluded.amount`, updatedAt: sql`excluded.updated_at` },
        setWhere: sql`${prices.amount} <> excluded.amount`,
      })
  }
  for (const { id: priceListId, currency } of PRICE_LISTS) {
    const unpriced = touched.filter((entry) => entry.prices[currency] === undefined)
    for (const batch of chunks(unpriced, ROWS_PER_STATEMENT)) {
      const analysisIds = batch.map(({ code }) => ids.get(code)!)
      await queries
        .delete(prices)
        .where(and(eq(prices.priceListId, priceListId), inArray(prices.analysisId, analysisIds)))
    }
  }
}
