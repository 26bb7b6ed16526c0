import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { afterAll, beforeAll } from 'vitest'
import { createClock, type TestClock } from './clock.ts'
import { createTestApi, type TestApi } from './test-api.ts'

/** A main API for the tests of one file, with a clock in milliseconds. Read its members inside tests. */
export function apiOfFile(start = '2026-03-02T09:00:00Z') {
  const clock = createClock(new Date(start), 1)
  const holder = { clock } as { clock: TestClock; api: TestApi; database: TestDatabase }
  beforeAll(async () => {
    holder.database = await openTestDatabase()
    holder.api = await createTestApi({ database: holder.database, now: () => clock.now })
  })
  afterAll(async () => {
    await holder.api?.close()
    await holder.database?.close()
  })
  return holder
}

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
