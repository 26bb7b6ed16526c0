import type { Queries } from '@shop/database/open-database'
import { PATIENTLY } from '@shop/database/testing/patience'
import type { TestDatabase } from '@shop/database/testing/test-database'
import { expect, vi } from 'vitest'
import { countWaiters } from './lock-waiters.ts'

interface LockedChange {
  /** Takes the lock that the call will wait for. */
  lock(queries: Queries): Promise<unknown>
  act(): Promise<unknown>
  /** Runs while the call waits. */
  change(queries: Queries): Promise<unknown>
}

/**
 * Lets a call get as far as the lock and makes a change before the call continues. On the embedded engine the
 * call cannot start at all before.
 */
export async function changeWhileLocked(
  database: TestDatabase,
  { lock, act, change }: LockedChange,
): Promise<PromiseSettledResult<unknown>> {
  const acts: Promise<PromiseSettledResult<unknown>[]>[] = []
  const waiters = countWaiters(database)
  await database.transaction(async (queries) => {
    await lock(queries)
    acts.push(Promise.allSettled([waiters.run(act)]))
    if (database.engine !== 'embedded') {
      const waits = async () => expect(await waiters.waiting()).toBeGreaterThan(0)
      // A call that does not wait has finished already; the test then fails on its outcome.
      await Promise.race([acts[0], vi.waitFor(waits, PATIENTLY)])
    }
    await change(queries)
  })
  const [outcome] = await acts[0]!
  return outcome!
}
