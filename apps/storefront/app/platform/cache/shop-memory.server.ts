import { LRUCache } from 'lru-cache'
import type { CachedPage } from './cached-page.server.ts'

/** One answer of the main API, as what it was made into, and when it was last known to hold. */
export interface CatalogueCopy {
  value: unknown
  etag: string | null
  checkedAt: number
}

/** All that a process of the storefront remembers beyond a request. Each is bounded; the least recently used leave first. */
export interface ShopMemory {
  /** Answers of the main API's catalogue, by language and path. */
  catalogue: LRUCache<string, CatalogueCopy>
  /** Questions for the catalogue that are on their way. */
  catalogueQuestions: LRUCache<string, Promise<CatalogueCopy>>
  /** Guests' pages and their data. */
  pages: LRUCache<string, CachedPage>
  /** Pages that are being rendered. */
  pagesUnderWay: LRUCache<string, Promise<CachedPage | null>>
  /** Whose token it is never changes; whether it still holds, the main API decides at each call. By the token's hash. */
  userIds: LRUCache<string, string>
  /** First names, '' for a patient that is gone, by id. */
  patientNames: LRUCache<string, string>
  /** The next free time by laboratory, null for none within the horizon; old ones are told while they are asked anew. */
  nextFree: LRUCache<'all', ReadonlyMap<number, string | null>>
  /** Users who had no order under way and no result a moment ago. */
  usersWithNothing: LRUCache<string, true>
}

/** Room for some thousand pages with their compressed forms. */
const PAGES_BYTES = 32_000_000
const MINUTE_MS = 60_000

/**
 * Prices change with a day, and in every zone a day begins with a quarter of an hour: across one, nothing is
 * taken for granted.
 */
const QUARTER_MS = 15 * MINUTE_MS

/** Whether what was looked at then may be told now, without another look. */
export function isStillSo(then: number, now: Date, forMs: number): boolean {
  const at = now.getTime()
  return at - then < forMs && Math.floor(at / QUARTER_MS) === Math.floor(then / QUARTER_MS)
}

/** How long others may tell it on, in seconds. */
export const secondsToKeep = (most: number, now: Date): number =>
  Math.min(most, Math.floor((QUARTER_MS - (now.getTime() % QUARTER_MS)) / 1_000))

/** What is computed from one copy of a catalogue: each category, each list, for today's and tomorrow's visits. */
export const createComputed = () => new LRUCache<string, object>({ max: 200 })

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
    userIds: new LRUCache({ max: 10_000 }),
    patientNames: new LRUCache({ max: 20_000, ttl: MINUTE_MS, ...clock }),
    nextFree: new LRUCache({
      max: 1,
      ttl: MINUTE_MS,
      allowStale: true,
      noDeleteOnStaleGet: true,
      ...clock,
    }),
    usersWithNothing: new LRUCache({ max: 10_000, ttl: MINUTE_MS, ...clock }),
  }
}
