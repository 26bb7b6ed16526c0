import type { Database } from '@shop/database/open-database'
import type { Logger } from 'pino'
import { createProfileFinder } from '../search/find-profiles.ts'
import { createReasonIndex, type ReasonIndex } from '../search/find-reason.ts'
import { createSearchIndex, type SearchIndex } from '../search/search-index.ts'
import { buildSnapshot } from './build-snapshot.ts'
import type { CatalogueSnapshot } from './catalogue-snapshot.ts'
import { CATALOGUE_CHANNEL } from './import/store-catalogue.ts'
import { readCatalogue, readVersion } from './read-catalogue.ts'
import { profileEntries, reasonEntries, searchEntries } from './search-entries.ts'

/** Should a notice be lost (a broken connection), the next look finds the new version. */
const LOOK_EVERY_MS = 60_000

/** The catalogue in memory. Reading it costs no statement; an import is taken over without a restart. */
export interface CatalogueStore {
  /** The version in force. During a reload it stays the one before. */
  current(): CatalogueSnapshot
  search(): CatalogueSearch
  /** Takes over the version in the database if it is another; answers when that is done. */
  refresh(): Promise<void>
  /** Follows imports of any process until `stop`. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** What answers a term: a reason, profiles by name, analyses. */
export interface CatalogueSearch {
  analyses: SearchIndex
  reasons: ReasonIndex
  /** Ids, the best first. */
  findProfiles(term: string): number[]
}

interface Held {
  snapshot: CatalogueSnapshot
  search: CatalogueSearch
}

export async function createCatalogueStore(input: {
  database: Database
  logger: Logger
  lookEveryMs?: number
}): Promise<CatalogueStore> {
  const { database, logger, lookEveryMs = LOOK_EVERY_MS } = input
  let held = await load(database)
  let reloading: Promise<void> = Promise.resolve()
  let stopListening: (() => Promise<void>) | undefined
  let timer: NodeJS.Timeout | undefined

  async function reloadIfOther(): Promise<void> {
    const version = await readVersion(database.queries)
    if ((version?.version ?? 0) === held.snapshot.version) return
    const started = performance.now()
    held = await load(database)
    const ms = Math.round(performance.now() - started)
    logger.info(
      { version: held.snapshot.version, analyses: held.snapshot.analyses.size, ms },
      'catalogue loaded',
    )
  }
  // One after the other: a notice that comes during a reload is looked at after it.
  function refresh(): Promise<void> {
    const turn = reloading.then(reloadIfOther)
    reloading = turn.catch(() => {})
    return turn
  }
  function refreshInBackground(): void {
    refresh().catch((error: Error) => logger.error({ error: error.name }, 'catalogue not reloaded'))
  }

  return {
    current: () => held.snapshot,
    search: () => held.search,
    refresh,
    async start() {
      stopListening = await database.listen(CATALOGUE_CHANNEL, refreshInBackground)
      timer = setInterval(refreshInBackground, lookEveryMs)
      timer.unref()
      await refresh()
    },
    async stop() {
      clearInterval(timer)
      await stopListening?.()
      stopListening = undefined
      await reloading
    },
  }
}

async function load(database: Database): Promise<Held> {
  const { version, rows } = await readCatalogue(database)
  const snapshot = buildSnapshot(version, rows)
  const reasons = await createReasonIndex(reasonEntries(snapshot))
  const analyses = await createSearchIndex(searchEntries(snapshot), reasons.knows)
  return {
    snapshot,
    search: { analyses, reasons, findProfiles: createProfileFinder(profileEntries(snapshot)) },
  }
}
