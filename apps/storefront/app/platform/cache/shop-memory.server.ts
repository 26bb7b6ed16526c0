import { processCounter } from '@shop/server/metrics'
import { LRUCache } from 'lru-cache'
import type { CachedPage } from './cached-page.server.ts'

/** One answer of the main API: the value made from it, and when it was last known to be current. */
export interface CatalogueCopy {
  value: unknown
  etag: string | null
  checkedAt: number
}

/**
 * Everything that a process of the storefront remembers between requests. Each part is bounded; the least recently
 * used entries are dropped first.
 */
export interface ShopMemory {
  /** Answers of the main API's catalogue, by language and path. */
  catalogue: LRUCache<string, CatalogueCopy>
  /** Requests for the catalogue that are under way. */
  catalogueQuestions: LRUCache<string, Promise<CatalogueCopy>>
  /** Guests' pages and their data. */
  pages: LRUCache<string, CachedPage>
  /** Pages that are being rendered. */
  pagesUnderWay: LRUCache<string, Promise<CachedPage | null>>
  /**
   * User ids by the token's hash. The owner of a token never changes; the main API decides at each call whether it is
   * still valid.
   */
  userIds: LRUCache<string, string>
  /** First names by patient id; '' for a patient who has been deleted. */
  patientNames: LRUCache<string, string>
  /**
   * The next free time by laboratory, null for none within the horizon; an old value is served while a new one is
   * fetched.
   */
  nextFree: LRUCache<'all', ReadonlyMap<number, string | null>>
  /** Users who had no open order and no result a moment ago. */
  usersWithNothing: LRUCache<string, true>
  /** How many forms were kept until their user logs in, by network. */
  keptForms: LRUCache<string, number>
}

/** Room for a few thousand pages with their compressed forms. */
const PAGES_BYTES = 32_000_000
const MINUTE_MS = 60_000

/**
 * Prices change with the day, and in every time zone a day begins on a quarter of an hour: no copy is trusted across
 * one.
 */
const QUARTER_MS = 15 * MINUTE_MS

/** Whether something checked at `then` may be served now without another check. */
export function isRecent(then: number, now: Date, forMs: number): boolean {
  const at = now.getTime()
  return at - then < forMs && Math.floor(at / QUARTER_MS) === Math.floor(then / QUARTER_MS)
}

/** For how many seconds others may keep it: `most`, but not past the next quarter of an hour. */
export const secondsToKeep = (most: number, now: Date): number =>
  Math.min(most, Math.floor((QUARTER_MS - (now.getTime() % QUARTER_MS)) / 1_000))

/** Results computed from one copy of a catalogue: each category, each list, for today's and tomorrow's visits. */
export const createComputed = () => new LRUCache<string, object>({ max: 200 })

/**
 * At most so many entries. Room is made for each as it comes: with `max`, the library makes room for all of them at
 * the start, 1.7 MB for those below.
 */
const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })

export function createShopMemory(now: () => Date): ShopMemory {
  const clock = { ttlResolution: 0, perf: { now: () => now().getTime() } }
  return {
    catalogue: new LRUCache({ max: 600 }),
    catalogueQuestions: new LRUCache({ max: 600 }),
    // Dates in a page ("ready on Tuesday") follow the clock: no page lives longer.
    pages: new LRUCache({
      maxSize: PAGES_BYTES,
      sizeCalculation: ({ bytes }) => bytes,
      ttl: MINUTE_MS,
      ...clock,
    }),
    pagesUnderWay: new LRUCache({ max: 1_000 }),
    userIds: new LRUCache(atMost(10_000)),
    patientNames: new LRUCache({ ...atMost(20_000), ttl: MINUTE_MS, ...clock }),
    nextFree: new LRUCache({
      max: 1,
      ttl: MINUTE_MS,
      allowStale: true,
      noDeleteOnStaleGet: true,
      ...clock,
    }),
    usersWithNothing: new LRUCache({ ...atMost(10_000), ttl: MINUTE_MS, ...clock }),
    keptForms: new LRUCache({ ...atMost(10_000), ttl: 60 * MINUTE_MS, ...clock }),
  }
}

export const cacheReads = processCounter({
  name: 'cache_reads_total',
  help: "Reads of the storefront's caches: guests' pages and copies of the catalogue",
  labelNames: ['cache', 'outcome'],
})
