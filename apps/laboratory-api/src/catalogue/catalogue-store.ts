import type { Database } from '@shop/database/open-database'
import { startOfDay, todayIn } from '@shop/domain/age'
import type { Logger } from 'pino'
import { followChanges } from '../follow-changes.ts'
import { createProfileFinder } from '../search/find-profiles.ts'
import { createReasonIndex, type ReasonIndex } from '../search/find-reason.ts'
import { createSearchIndex, type SearchIndex } from '../search/search-index.ts'
import { applyComingPrices } from './apply-coming-prices.ts'
import { buildSnapshot } from './build-snapshot.ts'
import type { CatalogueSnapshot } from './catalogue-snapshot.ts'
import { CATALOGUE_CHANNEL } from './import/store-catalogue.ts'
import { isSameVersion, readCatalogue, readCatalogueVersion } from './read-catalogue.ts'
import { searchEntries, searchedProfiles, searchedReasons } from './search-entries.ts'

/** The catalogue in memory. Reading it runs no statement; an import is picked up without a restart. */
export interface CatalogueStore {
  /** The version in force, with today's prices. During a reload it is still the previous one. */
  current(): CatalogueSnapshot
  /** Built on first use, in pieces. */
  search(): Promise<CatalogueSearch>
  /** Loads the version in the database if it is a different one; resolves when that is done. */
  refresh(): Promise<void>
  /** Follows imports of any process until `stop`. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** The indexes that answer a search term: a reason, profiles by name, analyses. */
export interface CatalogueSearch {
  analyses: SearchIndex
  reasons: ReasonIndex
  /** Ids, best match first. */
  findProfiles(term: string): number[]
}

interface Held {
  /** As it was read. */
  version: Awaited<ReturnType<typeof readCatalogueVersion>>
  snapshot: CatalogueSnapshot
  /** When the next price begins, in milliseconds. */
  pricesUntil: number
  search?: Promise<CatalogueSearch>
}

interface Clock {
  now: () => Date
  /** The time zone in which days begin. */
  zone: string
}

export async function createCatalogueStore(input: {
  database: Database
  logger: Logger
  clock: Clock
  lookEveryMs?: number
}): Promise<CatalogueStore> {
  const { database, logger, clock, lookEveryMs } = input
  let held = await load(database, clock)
  function today(): CatalogueSnapshot {
    // The search index stays as it is: it does not depend on prices.
    if (clock.now().getTime() >= held.pricesUntil) held = { ...held, ...onDay(held.snapshot, clock) }
    return held.snapshot
  }
  async function reloadIfOther(): Promise<void> {
    const version = await readCatalogueVersion(database.queries)
    if (isSameVersion(version, held.version)) return
    const started = performance.now()
    const next = await load(database, clock)
    // A search never waits for an index: the previous one answers until this one is built.
    if (held.search) await searchOf(next)
    held = next
    const ms = Math.round(performance.now() - started)
    logger.info(
      { version: held.snapshot.version, analyses: held.snapshot.analyses.size, ms },
      'catalogue loaded',
    )
  }
  const following = followChanges({
    database,
    channel: CATALOGUE_CHANNEL,
    look: reloadIfOther,
    onError: (error) => logger.error({ error: error.name }, 'catalogue not reloaded'),
    ...(lookEveryMs === undefined ? {} : { lookEveryMs }),
  })
  return { current: today, search: () => searchOf(held), ...following }
}

async function load(database: Database, clock: Clock): Promise<Held> {
  const { version, rows } = await readCatalogue(database)
  return { version, ...onDay(await buildSnapshot(version, rows), clock) }
}

function onDay(read: CatalogueSnapshot, { now, zone }: Clock): Pick<Held, 'snapshot' | 'pricesUntil'> {
  const snapshot = applyComingPrices(read, todayIn(zone, now()), zone)
  const next = snapshot.comingPrices[0]
  return { snapshot, pricesUntil: next ? startOfDay(next.fromDay, zone).getTime() : Number.POSITIVE_INFINITY }
}

function searchOf(held: Held): Promise<CatalogueSearch> {
  held.search ??= createSearch(held.snapshot)
  return held.search
}

async function createSearch(snapshot: CatalogueSnapshot): Promise<CatalogueSearch> {
  const reasons = await createReasonIndex(searchedReasons(snapshot))
  const analyses = await createSearchIndex(await searchEntries(snapshot), reasons.knows)
  return { analyses, reasons, findProfiles: createProfileFinder(searchedProfiles(snapshot)) }
}
