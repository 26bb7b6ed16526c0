import { sql } from 'drizzle-orm'
import type { Queries } from './open-database.ts'

/**
 * Held by the process that prepares migrations and runs them, and by the one that grants roles what they may do with
 * the tables: `grant` does not lock its table, and fails if the table is changed at the same time.
 */
const TABLES_LOCK = 7_431_002

/**
 * Polling is needed: an index is built once all earlier statements have ended. A statement that waited for the
 * builder's lock would be one of them, and neither would ever end.
 */
export const LOCK_PAUSE_MS = 250

/** Takes the lock until the connection ends, if it is free. */
export const tryTablesLock = ({ queries }: { queries: Queries }): Promise<boolean> =>
  isTaken(queries, sql`pg_try_advisory_lock(${TABLES_LOCK})`)

/** Takes the lock until the transaction ends, if it is free. */
export const tryTablesLockHere = (queries: Queries): Promise<boolean> =>
  isTaken(queries, sql`pg_try_advisory_xact_lock(${TABLES_LOCK})`)

async function isTaken(queries: Queries, lock: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await queries.execute<{ isOurs: boolean }>(sql`select ${lock} as "isOurs"`)
  return rows[0]!.isOurs
}
