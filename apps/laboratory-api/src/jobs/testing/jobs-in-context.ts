import type { AsyncLocalStorage } from 'node:async_hooks'
import { PgBoss } from 'pg-boss'
import { vi } from 'vitest'

/**
 * Each queue that is started within `start` runs its jobs in a context of its own, a list of what they do:
 * the lists by queue.
 */
export async function runJobsIn<T>(
  context: AsyncLocalStorage<T[]>,
  start: () => Promise<void>,
): Promise<ReadonlyMap<string, T[]>> {
  const lists = new Map<string, T[]>()
  const { work } = PgBoss.prototype
  const watched = vi.spyOn(PgBoss.prototype, 'work').mockImplementation(function (
    this: PgBoss,
    queue,
    options,
    handler,
  ) {
    const list = lists.get(queue) ?? []
    lists.set(queue, list)
    return work.call(this, queue, options, (jobs) => context.run(list, () => handler(jobs)))
  })
  try {
    await start()
  } finally {
    watched.mockRestore()
  }
  return lists
}
