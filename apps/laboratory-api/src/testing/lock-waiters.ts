import type { TestDatabase } from '@shop/database/testing/test-database'
import { sql } from 'drizzle-orm'

/** Runs calls, and counts those that wait for a lock: jobs wait for some, too, and do not count. */
export function countWaiters(database: TestDatabase) {
  const texts: string[] = []
  const waiting = sql`select query from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query <> ''`
  return {
    run: <T>(call: () => Promise<T>): Promise<T> => database.watch((text) => void texts.push(text), call),
    /** Call it outside a transaction, in which PostgreSQL would return the same result each time. */
    async waiting(): Promise<number> {
      const { rows } = await database.queries.execute<{ query: string }>(waiting)
      // PostgreSQL shows the beginning of a long statement.
      return rows.filter(({ query }) => texts.some((text) => text.startsWith(query))).length
    },
  }
}
