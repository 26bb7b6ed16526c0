import type { Database } from '@shop/database/open-database'
import { catalogueVersions } from '../tables.ts'
import { checkReferences } from './check-references.ts'
import { entriesInForce, keepEdition } from './edition-store.ts'
import type { ImportReport } from './import-report.ts'
import { CATALOGUE_KINDS, type Refusal, readCatalogueFiles } from './read-catalogue-files.ts'
import { storeCatalogue } from './store-catalogue.ts'

/**
 * Imports a folder of catalogue files, all or nothing: if one entry is refused, nothing is stored. Entries no
 * longer in the files are withdrawn, not deleted. Importing the same folder again changes nothing. References are
 * checked once every entry is well-formed.
 */
export async function importCatalogue(input: {
  database: Database
  folder: string
  now?: () => Date
}): Promise<ImportReport> {
  const { database, folder, now = () => new Date() } = input
  const { entries, refusals } = await readCatalogueFiles(folder)
  const refused = refusals.length > 0 ? refusals : checkReferences(entries)
  if (refused.length > 0) return refusedReport(refused)
  const at = now()
  const stored = await database.transaction(async (queries) => {
    const done = await storeCatalogue({ queries, entries, at })
    if (done.isChanged || !(await entriesInForce(queries))) {
      await keepEdition(queries, { entries, origin: 'command', note: '', at, staffId: null })
    }
    return done
  })
  return { ...stored, refused: [], counts: perKind((kind) => entries[kind].length) }
}

/**
 * Imports the folder into a database that never had a catalogue; null when it has one. Two processes that start
 * together may both import: the second changes nothing.
 */
export async function importCatalogueIfEmpty(input: {
  database: Database
  folder: string
  now?: () => Date
}): Promise<ImportReport | null> {
  const [version] = await input.database.queries.select().from(catalogueVersions)
  return version ? null : importCatalogue(input)
}

function refusedReport(refused: Refusal[]): ImportReport {
  return {
    refused,
    changes: perKind(() => ({ added: [], changed: [], withdrawn: [] })),
    counts: perKind(() => 0),
    version: null,
    isChanged: false,
  }
}

function perKind<T>(of: (kind: (typeof CATALOGUE_KINDS)[number]) => T) {
  return Object.fromEntries(CATALOGUE_KINDS.map((kind) => [kind, of(kind)])) as Record<
    (typeof CATALOGUE_KINDS)[number],
    T
  >
}
