import { createHash } from 'node:crypto'
import { Problem } from '@shop/contract/problem'
import type { Database, Queries } from '@shop/database/open-database'
import { lt } from 'drizzle-orm'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { ATTEMPT_LIMITS } from '../limits.ts'
import { attempts } from './tables.ts'

export type AttemptLimit = keyof typeof ATTEMPT_LIMITS

export interface AttemptLimits {
  /** Counts a try. @throws Problem `too_many_requests` with the seconds to wait */
  consume(limit: AttemptLimit, key: string): Promise<void>
  /** Counts a try without refusing it; whether it is one too many. */
  exceeds(limit: AttemptLimit, key: string): Promise<boolean>
  /** Takes back a counted try that turned out not to be one. */
  restore(limit: AttemptLimit, key: string): Promise<void>
  /** Whether the tries are used up, without counting one. */
  isUsedUp(limit: AttemptLimit, key: string): Promise<boolean>
  /** Forgets the tries, after a success. */
  reset(limit: AttemptLimit, key: string): Promise<void>
}

/** Both engines as a client that the limiter understands; it uses only rows and their number. */
function limiterClient(database: Database) {
  const { embedded } = database
  const pool = (database.drizzle as unknown as { $client: Pool }).$client
  return {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const { rows } = embedded ? await embedded.query(text, values) : await pool.query(text, values)
      return { rows, rowCount: rows.length }
    },
  }
}

// Keys contain e-mail and network addresses; a stored digest does not reveal them.
const digest = (key: string) => createHash('sha256').update(key).digest('base64url')

/** Limits whose tries are stored under another name, under which the previous release counts them too. */
const STORED_AS: ReadonlyMap<string, string> = new Map([['paperPerAccount', 'documentPerAccount']])

/** Counts tries in the database: shared by all processes, and kept across restarts. */
export function createAttemptLimits(database: Database): AttemptLimits {
  const storeClient = limiterClient(database)
  const limiters = new Map(
    Object.entries(ATTEMPT_LIMITS).map(([limit, { points, seconds }]) => [
      limit,
      new RateLimiterPostgres({
        storeClient,
        storeType: 'client',
        schemaName: 'laboratory',
        tableName: 'attempt',
        tableCreated: true,
        // A scheduled job deletes expired rows, once for all processes.
        clearExpiredByTimeout: false,
        keyPrefix: STORED_AS.get(limit) ?? limit,
        points,
        duration: seconds,
      }),
    ]),
  )
  /** The limiter's refusal, with the time to wait; null if this try is allowed. */
  async function refusalOf(limit: AttemptLimit, key: string): Promise<RateLimiterRes | null> {
    try {
      await limiters.get(limit)!.consume(digest(key))
      return null
    } catch (error) {
      if (error instanceof RateLimiterRes) return error
      throw error
    }
  }
  const refused = ({ msBeforeNext }: RateLimiterRes) =>
    new Problem('too_many_requests', { retryAfter: Math.max(1, msBeforeNext / 1000) })
  return {
    async consume(limit, key) {
      const refusal = await refusalOf(limit, key)
      if (refusal) throw refused(refusal)
    },
    async restore(limit, key) {
      await limiters.get(limit)!.reward(digest(key))
    },
    async isUsedUp(limit, key) {
      const state = await limiters.get(limit)!.get(digest(key))
      return state !== null && state.consumedPoints >= ATTEMPT_LIMITS[limit].points
    },
    exceeds: async (limit, key) => (await refusalOf(limit, key)) !== null,
    async reset(limit, key) {
      await limiters.get(limit)!.delete(digest(key))
    },
  }
}

export async function deleteExpiredAttempts(queries: Queries): Promise<void> {
  await queries.delete(attempts).where(lt(attempts.expire, Date.now()))
}
