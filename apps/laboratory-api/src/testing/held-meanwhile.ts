import type { Queries } from '@shop/database/open-database'
import { PATIENTLY } from '@shop/database/testing/patience'
import type { TestDatabase } from '@shop/database/testing/test-database'
import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'

interface Held {
  /** Takes what the call will wait for. */
  hold(queries: Queries): Promise<unknown>
  act(): Promise<unknown>
  /** While the call waits. */
  change(queries: Queries): Promise<unknown>
}

/** Lets a call come as far as what is held, and changes something before it goes on. The embedded engine lets it come no way at all. */
export async function heldMeanwhile(
  database: TestDatabase,
  { hold, act, change }: Held,
): Promise<PromiseSettledResult<unknown>> {
  const acts: Promise<PromiseSettledResult<unknown>[]>[] = []
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await database.transaction(async (queries) => {
    await hold(queries)
    acts.push(Promise.allSettled([act()]))
    if (database.engine !== 'embedded') {
      // Asked outside the transaction, in which PostgreSQL would answer the same each time.
      const waits = async () => expect((await database.queries.execute(waiting)).rows).toHaveLength(1)
      // One that waits for nothing has its outcome already, which the test will not like.
      await Promise.race([acts[0], vi.waitFor(waits, PATIENTLY)])
    }
    await change(queries)
  })
  const [outcome] = await acts[0]!
  return outcome!
}
