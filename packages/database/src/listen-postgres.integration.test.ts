import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PATIENTLY } from './testing/patience.ts'
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const notify = (payload: string) =>
  database.queries.execute(sql`select pg_notify('some_channel', ${payload})`)

test('a listener hears notices again after it lost its connection', async () => {
  const heard: string[] = []
  const stop = await database.listen('some_channel', (payload) => heard.push(payload))
  await notify('before')
  await vi.waitFor(() => expect(heard).toEqual(['before']), PATIENTLY)
  if (database.engine === 'postgres') {
    await database.queries.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query = 'LISTEN "some_channel"'`,
    )
  }
  await vi.waitFor(async () => {
    await notify('after')
    expect(heard).toContain('after')
  }, PATIENTLY)
  await stop()
})

test('a listener that has ended hears nothing', async () => {
  const heard: string[] = []
  const others: string[] = []
  const stop = await database.listen('some_channel', (payload) => heard.push(payload))
  await stop()
  const stopOther = await database.listen('some_channel', (payload) => others.push(payload))
  await notify('late')
  await vi.waitFor(() => expect(others).toEqual(['late']), PATIENTLY)
  expect(heard).toEqual([])
  await stopOther()
})
