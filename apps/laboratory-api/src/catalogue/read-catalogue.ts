import { setImmediate } from 'node:timers/promises'
import type { Database, Queries } from '@shop/database/open-database'
import { asc, getTableColumns, gt, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import {
  addedSynonyms,
  analyses,
  assortments,
  callableRegions,
  catalogueVersions,
  categories,
  comingPrices,
  laboratories,
  materials,
  priceLists,
  prices,
  profiles,
  reasons,
  rules,
  translations,
  withheldOffers,
} from './tables.ts'

// The embedded engine runs in this process, so pages are short, and requests are served after each.
const ROWS_PER_PAGE = 500
const ATTEMPTS = 5

export type CatalogueRows = Awaited<ReturnType<typeof readTables>>

// Ids are given out in the order of commits, under the catalogue's lock, and only once: no two lists of words have
// both in common.
const words = sql<string>`(select concat_ws('-', max(id), count(*)) from laboratory.added_synonym)`

/** The catalogue version in force, and which search words were added to it; null before the first import. */
export async function readCatalogueVersion(queries: Queries) {
  const [row] = await queries.select({ ...getTableColumns(catalogueVersions), words }).from(catalogueVersions)
  return row ?? null
}

type Version = Awaited<ReturnType<typeof readCatalogueVersion>>

/** Whether nothing was published, and no word added or removed, between the two. */
export const isSameVersion = (one: Version, other: Version): boolean =>
  one?.version === other?.version && one?.words === other?.words

/**
 * All rows of one version. Pages are read without a transaction: if the version has changed in between, the
 * tables are read again.
 */
export async function readCatalogue({ queries }: Database) {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const version = await readCatalogueVersion(queries)
    const rows = await readTables(queries)
    const versionAfter = await readCatalogueVersion(queries)
    if (isSameVersion(version, versionAfter)) return { version, rows }
  }
  throw new Error('The catalogue changed during each attempt to read it.')
}

async function readTables(queries: Queries) {
  return {
    priceLists: await readPages(queries, priceLists, priceLists.id),
    assortments: await readPages(queries, assortments, assortments.id),
    laboratories: await readPages(queries, laboratories, laboratories.id),
    callableRegions: await readPages(queries, callableRegions, callableRegions.id),
    categories: await readPages(queries, categories, categories.id),
    materials: await readPages(queries, materials, materials.id),
    analyses: await readPages(queries, analyses, analyses.id),
    prices: await readPages(queries, prices, prices.id),
    comingPrices: await readPages(queries, comingPrices, comingPrices.id),
    profiles: await readPages(queries, profiles, profiles.id),
    rules: await readPages(queries, rules, rules.id),
    reasons: await readPages(queries, reasons, reasons.id),
    translations: await readPages(queries, translations, translations.id),
    addedSynonyms: await readPages(queries, addedSynonyms, addedSynonyms.id),
    withheldOffers: await readPages(queries, withheldOffers, withheldOffers.id),
  }
}

async function readPages<Table extends PgTable>(queries: Queries, table: Table, id: PgColumn) {
  const rows: Table['$inferSelect'][] = []
  for (let last = 0; ; ) {
    const page = (await queries
      .select()
      .from(table as PgTable)
      .where(gt(id, last))
      .orderBy(asc(id))
      .limit(ROWS_PER_PAGE)) as (Table['$inferSelect'] & { id: number })[]
    for (const row of page) rows.push(row)
    if (page.length < ROWS_PER_PAGE) return rows
    last = page.at(-1)!.id
    await setImmediate()
  }
}
