import { randomUUIDv7 } from 'node:crypto'
import type { EDITION_ORIGINS } from '@shop/contract/editions'
import type { Queries } from '@shop/database/open-database'
import { desc, isNotNull, sql } from 'drizzle-orm'
import { catalogueEditions } from '../tables.ts'
import type { CatalogueEntries } from './read-catalogue-files.ts'

/**
 * The entries in force as their files stated them; null where the catalogue dates from before editions were kept.
 */
export async function entriesInForce(queries: Queries): Promise<CatalogueEntries | null> {
  const [edition] = await queries
    .select({ content: catalogueEditions.content })
    .from(catalogueEditions)
    .where(isNotNull(catalogueEditions.publication))
    .orderBy(desc(catalogueEditions.publication))
    .limit(1)
  return edition ? (JSON.parse(edition.content) as CatalogueEntries) : null
}

/** The number of the next publication; the caller holds the import's lock. */
export const nextPublication = sql<number>`(select coalesce(max(publication), 0) + 1 from laboratory.catalogue_edition)`

/**
 * Stores what was just imported, in the same transaction, so that an earlier catalogue can be put in force again.
 */
export async function keepEdition(
  queries: Queries,
  edition: {
    entries: CatalogueEntries
    origin: (typeof EDITION_ORIGINS)[number]
    note: string
    at: Date
    staffId: string | null
  },
): Promise<void> {
  const { entries, at, staffId, ...rest } = edition
  await queries.insert(catalogueEditions).values({
    ...rest,
    id: randomUUIDv7(),
    content: JSON.stringify(entries),
    createdAt: at,
    createdBy: staffId,
    publishedAt: at,
    publication: nextPublication,
  })
}
