import { sql } from 'drizzle-orm'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { listenPostgres } from './listen-postgres.ts'
import { PATIENTLY } from './testing/patience.ts'
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const notify = (payload: string) =>
  database.queries.execute(sql`select pg_notify('some_channel', ${payload})`)

/** Ends the connections of the listeners, as a server that goes away. */
const endListeners = () =>
  database.queries.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query = 'LISTEN "some_channel"'`,
  )

test('a listener hears notifications again after it lost its connection', async () => {
  const heard: string[] = []
  const stop = await database.listen('some_channel', (payload) => heard.push(payload))
  await notify('before')
  await vi.waitFor(() => expect(heard).toEqual(['before']), PATIENTLY)
  if (database.engine === 'postgres') await endListeners()
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

test.skipIf(inject('engine') === 'embedded')(
  'a listener that is refused again and again holds no connection for it, and listens in the end',
  async () => {
    let refusals = 0
    class Refusing extends Client {
      override query = ((...sent: Parameters<Client['query']>) => {
        // As by a server that has just become a standby.
        if (refusals > 0 && String(sent[0]).startsWith('LISTEN')) {
          refusals -= 1
          return super.query('select refused')
        }
        return super.query(...sent)
      }) as Client['query']
    }
    const pool = new Pool({ connectionString: database.directUrl!, max: 3, Client: Refusing })
    pool.on('error', () => {})
    const heard: string[] = []
    const stop = await listenPostgres({
      pool,
      channel: 'some_channel',
      onNotification: (payload) => heard.push(payload),
      onConnectionError: () => {},
    })
    refusals = 3
    await endListeners()
    await vi.waitFor(async () => {
      await notify('again')
      expect(heard).toContain('again')
    }, PATIENTLY)
    expect(refusals).toBe(0)
    expect(pool.totalCount).toBe(1)
    await stop()
    await pool.end()
  },
)
