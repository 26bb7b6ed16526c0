import type { Database } from '@shop/database/open-database'
import { catalogueVersions } from '../tables.ts'
import { importCatalogue } from './import-catalogue.ts'
import type { ImportReport } from './import-report.ts'

/** Imports the folder into a database that never had a catalogue; null when it has one. Two processes that start together both may import: the second changes nothing. */
export async function importCatalogueIfEmpty(input: {
  database: Database
  folder: string
  now?: () => Date
}): Promise<ImportReport | null> {
  const [version] = await input.database.queries.select().from(catalogueVersions)
  return version ? null : importCatalogue(input)
}
