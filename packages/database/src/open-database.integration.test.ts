import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockFolder } from './lock-folder.ts'
import { type Database, openDatabase } from './open-database.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await database.queries.execute(sql`create table thing (id int primary key, big int8)`)
})
afterAll(() => database.close())

test('a throw rolls the whole transaction back', async () => {
  await expect(
    database.transaction(async (queries) => {
      await queries.execute(sql`insert into thing values (1, 1)`)
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  const { rows } = await database.queries.execute(sql`select * from thing`)
  expect(rows).toEqual([])
})

test('both engines return counts as numbers', async () => {
  const { rows } = await database.queries.execute(sql`select count(*) as n, 5::int8 as big`)
  expect(rows).toEqual([{ n: 1, big: 5 }])
})

test('a notification reaches its listener', async () => {
  const received = Promise.withResolvers<string>()
  const stop = await database.listen('test_channel', received.resolve)
  await database.queries.execute(sql`select pg_notify('test_channel', 'hello')`)
  expect(await received.promise).toBe('hello')
  await stop()
})

test('a folder is locked for one process until it is released', () => {
  const folder = temporaryFolder('lock')
  const unlock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(/^DATA_DIR: .* is in use/)
  unlock()
  lockFolder(folder)()
})

test('a connection lost in the middle of a transaction fails only that transaction', async ({ skip }) => {
  if (database.engine === 'embedded') skip('it has no connections')
  const lost = database.transaction(async (queries) => {
    const { rows } = await queries.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await database.queries.execute(sql`select pg_terminate_backend(${rows[0]!.pid}, 10000)`)
    await queries.execute(sql`insert into thing values (2, 2)`)
  })
  await expect(lost).rejects.toThrow()
  const { rows } = await database.transaction((queries) => queries.execute(sql`select * from thing`))
  expect(rows).toEqual([])
})

test('transactions that cannot even begin use up no connection', async () => {
  const loseConnection = () => {
    throw new Error('connection lost')
  }
  const one = () => database.transaction((queries) => queries.execute(sql`select 1`))
  for (let tries = 0; tries < 25; tries++) {
    await expect(database.watch(loseConnection, one)).rejects.toThrow('connection lost')
  }
  const { rows } = await database.transaction((queries) => queries.execute(sql`select 1 as one`))
  expect(rows).toEqual([{ one: 1 }])
})

test('behind a pooler no statement has a name, and a listener bypasses the pooler', async ({ skip }) => {
  if (database.engine === 'embedded') skip('it has no connections')
  const url = database.url!
  const names = async (open: Database) => {
    const statements = open.queries as Database['drizzle']
    await statements.select({ one: sql`1` }).from(sql`thing`).prepare('named').execute()
    const { rows } = await open.queries.execute(sql`select name from pg_prepared_statements`)
    return rows
  }
  const prepared = await openDatabase({ url, poolSize: 1 })
  expect(await names(prepared)).toEqual([{ name: 'named' }])
  await prepared.close()

  const direct = new URL(url)
  direct.searchParams.set('application_name', 'direct')
  const pooled = await openDatabase({ url, directUrl: direct.href, poolSize: 1, preparesStatements: false })
  expect(await names(pooled)).toEqual([])
  const stop = await pooled.listen('direct_channel', () => {})
  const { rows } = await database.queries.execute(
    sql`select application_name from pg_stat_activity where query = 'LISTEN "direct_channel"'`,
  )
  expect(rows).toEqual([{ application_name: 'direct' }])
  await stop()
  await pooled.close()
})
