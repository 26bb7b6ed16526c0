import type { Database, Queries } from '@shop/database/open-database'
import { toWire } from '@shop/domain/money'
import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import { analyses, comingPrices, prices } from '../tables.ts'
import { entriesInForce, keepEdition } from './edition-store.ts'
import { PRICE_LISTS } from './entry-rows.ts'
import type { CatalogueEntries } from './read-catalogue-files.ts'
import { countVersion, lockCatalogue, storeCatalogue } from './store-catalogue.ts'

/**
 * Writes prices whose day has begun into their lists, as a separate edition, so that imports and previews include
 * them. They are charged from the start of the day, so this may run later.
 */
export async function settleComingPrices(
  database: Database,
  { today, at }: { today: string; at: Date },
): Promise<boolean> {
  const due = lte(comingPrices.fromDay, today)
  const [first] = await database.queries
    .select({ id: comingPrices.id })
    .from(comingPrices)
    .where(due)
    .limit(1)
  if (!first) return false
  return database.transaction(async (queries) => {
    await lockCatalogue(queries)
    const begun = await queries
      .select({
        id: comingPrices.id,
        analysisId: comingPrices.analysisId,
        code: analyses.code,
        priceListId: comingPrices.priceListId,
        amount: comingPrices.amount,
      })
      .from(comingPrices)
      .innerJoin(analyses, eq(analyses.id, comingPrices.analysisId))
      .where(due)
      .orderBy(asc(comingPrices.fromDay), asc(comingPrices.id))
    if (begun.length === 0) return false
    const entries = await entriesInForce(queries)
    if (entries) await storeInEdition(queries, { entries: withPrices(entries, begun), at })
    else await storeInList(queries, begun, at)
    const ids = begun.map(({ id }) => id)
    await queries.delete(comingPrices).where(inArray(comingPrices.id, ids))
    return true
  })
}

interface BegunPrice {
  analysisId: number
  code: string
  priceListId: number
  amount: number
}

/** If an analysis is no longer in a list, a coming price does not put it back. */
function withPrices(entries: CatalogueEntries, begun: readonly BegunPrice[]): CatalogueEntries {
  const byCode = Map.groupBy(begun, ({ code }) => code)
  const changed = entries.analyses.map((analysis) => {
    const own = byCode.get(analysis.code)
    if (!own) return analysis
    const changedPrices = { ...analysis.prices }
    for (const { priceListId, amount } of own) {
      const currency = PRICE_LISTS.find(({ id }) => id === priceListId)?.currency
      if (currency && changedPrices[currency] !== undefined) {
        changedPrices[currency] = toWire({ amount, currency }).price
      }
    }
    return { ...analysis, prices: changedPrices }
  })
  return { ...entries, analyses: changed }
}

async function storeInEdition(
  queries: Queries,
  { entries, at }: { entries: CatalogueEntries; at: Date },
): Promise<void> {
  const { isChanged } = await storeCatalogue({ queries, entries, at })
  if (isChanged) await keepEdition(queries, { entries, origin: 'price', note: '', at, staffId: null })
}

/** For a catalogue from before editions were kept. */
async function storeInList(queries: Queries, begun: readonly BegunPrice[], at: Date): Promise<void> {
  for (const { analysisId, priceListId, amount } of begun) {
    await queries
      .update(prices)
      .set({ amount, updatedAt: at })
      .where(and(eq(prices.analysisId, analysisId), eq(prices.priceListId, priceListId)))
  }
  await countVersion(queries)
}
