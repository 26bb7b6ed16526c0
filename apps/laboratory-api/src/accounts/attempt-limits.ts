import { createHash } from 'node:crypto'
import { Problem } from '@shop/contract/problem'
import type { Database, Queries } from '@shop/database/open-database'
import { lt } from 'drizzle-orm'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { attempts } from './tables.ts'

const MINUTE = 60
const HOUR = 3600

/** How many tries within how many seconds. Addresses are shared by families and clinics, so theirs are generous. */
const ATTEMPT_LIMITS = {
  loginPerAccountAndAddress: { points: 10, seconds: 15 * MINUTE },
  // Bounds guessing from many addresses without letting one address lock somebody out.
  loginPerAccount: { points: 100, seconds: HOUR },
  loginPerAddress: { points: 200, seconds: 15 * MINUTE },
  registrationPerAddress: { points: 100, seconds: HOUR },
  passwordPerAccount: { points: 10, seconds: 15 * MINUTE },
  passwordResetPerEmail: { points: 5, seconds: HOUR },
  passwordResetPerAddress: { points: 50, seconds: HOUR },
  activationCodePerAccount: { points: 5, seconds: 10 * MINUTE },
  activationMailPerAccount: { points: 10, seconds: HOUR },
  emailChangePerAccount: { points: 10, seconds: HOUR },
  reportCheckPerAddress: { points: 30, seconds: 15 * MINUTE },
  reportCheckPerCode: { points: 10, seconds: HOUR },
  supportMessagePerAddress: { points: 20, seconds: HOUR },
} as const

export type AttemptLimit = keyof typeof ATTEMPT_LIMITS

export interface AttemptLimits {
  /** Counts a try. @throws Problem `too_many_requests` with the seconds to wait */
  consume(limit: AttemptLimit, key: string): Promise<void>
  /** Forgets the tries, after a success. */
  reset(limit: AttemptLimit, key: string): Promise<void>
}

/** Both engines as the client that the limiter knows; it asks for rows and their number only. */
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

// Keys hold e-mail and network addresses; a stored digest says nothing of them.
const digest = (key: string) => createHash('sha256').update(key).digest('base64url')

/** Counted tries in the database: shared by all processes, outliving a restart. */
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
        // A scheduled job clears them, once for all processes.
        clearExpiredByTimeout: false,
        keyPrefix: limit,
        points,
        duration: seconds,
      }),
    ]),
  )
  return {
    async consume(limit, key) {
      try {
        await limiters.get(limit)!.consume(digest(key))
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        throw new Problem('too_many_requests', { retryAfter: Math.max(1, error.msBeforeNext / 1000) })
      }
    },
    async reset(limit, key) {
      await limiters.get(limit)!.delete(digest(key))
    },
  }
}

export async function deleteExpiredAttempts(queries: Queries): Promise<void> {
  await queries.delete(attempts).where(lt(attempts.expire, Date.now()))
}
