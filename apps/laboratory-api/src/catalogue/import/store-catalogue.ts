import { notify } from '@shop/database/notify'
import type { Queries } from '@shop/database/open-database'
import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import {
  analyses,
  assortments,
  callableRegions,
  catalogueVersions,
  categories,
  laboratories,
  materials,
  priceLists,
  profiles,
  reasons,
  rules,
  translations,
} from '../tables.ts'
import {
  analysisRow,
  assortmentRow,
  callableRegionRow,
  categoryRow,
  laboratoryRow,
  materialRow,
  PRICE_LISTS,
  priceListRow,
  profileRow,
  reasonRow,
  ruleRow,
  translationRow,
} from './entry-rows.ts'
import type { ImportReport, KindChanges } from './import-report.ts'
import { fingerprint, type KeptTable, keepEntries, type WantedEntry } from './keep-entries.ts'
import type { CatalogueEntries } from './read-catalogue-files.ts'
import { storePrices } from './store-prices.ts'

/** Processes that hold the catalogue in memory listen to this channel. */
export const CATALOGUE_CHANNEL = 'laboratory.catalogue_changed'

type Stored = Pick<ImportReport, 'changes' | 'version' | 'isChanged'>

/** Until the transaction ends, no one else can change the catalogue. */
export async function lockCatalogue(queries: Queries): Promise<void> {
  await queries.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('import', 'laboratory.catalogue_version'::regclass::oid::int8))`,
  )
}

/** Writes valid entries in the caller's transaction. Concurrent imports wait for each other. */
export async function storeCatalogue(input: {
  queries: Queries
  entries: CatalogueEntries
  at: Date
}): Promise<Stored> {
  const { queries, entries, at } = input
  await lockCatalogue(queries)
  const hashes: string[] = []
  const keep = async (table: KeptTable, keyColumn: PgColumn, wanted: WantedEntry[]) => {
    const { contentHashes, ...changes } = await keepEntries({ queries, table, keyColumn, wanted, at })
    hashes.push(...contentHashes.toSorted())
    return changes
  }
  await keep(priceLists, priceLists.id, PRICE_LISTS.map(priceListRow))
  const before = {
    assortments: await keep(assortments, assortments.id, entries.assortments.map(assortmentRow)),
    laboratories: await keep(
      laboratories,
      laboratories.id,
      entries.laboratories.map((entry) => laboratoryRow(entry, entries.assortments)),
    ),
    callableRegions: await keep(
      callableRegions,
      callableRegions.id,
      entries.callableRegions.map(callableRegionRow),
    ),
    categories: await keep(categories, categories.id, entries.categories.map(categoryRow)),
    materials: await keep(materials, materials.id, entries.materials.map(materialRow)),
    analyses: await keep(analyses, analyses.code, entries.analyses.map(analysisRow)),
  }
  const ids = await analysisIdsByCode(queries)
  await storePrices({ queries, entries: entries.analyses, changes: before.analyses, ids, at })
  const changes = {
    ...before,
    profiles: await keep(
      profiles,
      profiles.code,
      entries.profiles.map((entry) => profileRow(entry, ids)),
    ),
    rules: await keep(
      rules,
      rules.id,
      entries.rules.map((entry) => ruleRow(entry, ids)),
    ),
    reasons: await keep(reasons, reasons.id, entries.reasons.map(reasonRow)),
    translations: await keep(translations, translations.en, entries.translations.map(translationRow)),
  }
  return { changes, ...(await storeVersion(queries, changes, fingerprint(hashes), at)) }
}

async function analysisIdsByCode(queries: Queries): Promise<Map<string, number>> {
  const rows = await queries.select({ code: analyses.code, id: analyses.id }).from(analyses)
  return new Map(rows.map(({ code, id }) => [code, id]))
}

/** Makes a new version if the content differs from the one in force; the notification is sent with the commit. */
async function storeVersion(
  queries: Queries,
  changes: Record<string, KindChanges>,
  contentHash: string,
  importedAt: Date,
): Promise<{ version: number; isChanged: boolean }> {
  const [known] = await queries.select().from(catalogueVersions)
  const isSame = Object.values(changes).every(
    ({ added, changed, withdrawn }) => added.length + changed.length + withdrawn.length === 0,
  )
  if (known && isSame && known.contentHash === contentHash)
    return { version: known.version, isChanged: false }
  const version = (known?.version ?? 0) + 1
  const row = { id: 1, version, contentHash, importedAt }
  await queries
    .insert(catalogueVersions)
    .values(row)
    .onConflictDoUpdate({ target: catalogueVersions.id, set: { version, contentHash, importedAt } })
  await announceVersion(queries, version)
  return { version, isChanged: true }
}

async function announceVersion(queries: Queries, version: number): Promise<void> {
  await notify(queries, CATALOGUE_CHANNEL, String(version))
}

/**
 * Lets every process take over added or removed search words on commit. They are no new version: an edition, its
 * texts and its prices are the same, so what was previewed can still be published.
 */
export async function announceWords(queries: Queries): Promise<void> {
  await lockCatalogue(queries)
  await notify(queries, CATALOGUE_CHANNEL, 'words')
}

/**
 * Counts a new version after a change, in the caller's transaction, to data kept beside the files' entries: every
 * process picks it up on commit.
 */
export async function countVersion(queries: Queries): Promise<void> {
  await lockCatalogue(queries)
  const [row] = await queries
    .update(catalogueVersions)
    .set({ version: sql`${catalogueVersions.version} + 1` })
    .returning({ version: catalogueVersions.version })
  if (row) await announceVersion(queries, row.version)
}
