import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { isDatabaseAway } from './database-away.ts'
import { type Database, openDatabase } from './open-database.ts'
import { type PostgresServer, startPostgres } from './testing/postgres-server.ts'

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

describe.skipIf(inject('engine') === 'embedded')('a PostgreSQL server that does not answer in time', () => {
  let server: PostgresServer
  let database: Database
  /** Has no timeouts: the client that holds a lock too long. */
  let other: Database
  beforeAll(async () => {
    server = await startPostgres()
    const timeouts = { connect: 300, statement: 1_000, lock: 200, idleInTransaction: 500 }
    database = await openDatabase({ url: server.url(), poolSize: 2, timeouts })
    other = await openDatabase({ url: server.url() })
    await other.queries.execute(sql`create table thing (id int primary key)`)
  })
  afterAll(async () => {
    await database.close()
    await other.close()
    await server.stop()
  })

  /** Runs `work` while another client keeps a transaction open. */
  async function during(
    held: (database: Database) => Promise<void>,
    work: () => Promise<void>,
  ): Promise<void> {
    const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = other.transaction(async (queries) => {
      await held({ ...other, queries })
      begun.resolve()
      await over.promise
    })
    await begun.promise
    await work().finally(over.resolve)
    await holding
  }

  const lockTable = async ({ queries }: Database) => {
    await queries.execute(sql`lock table thing`)
  }

  test('a connection that changes tables may take as long as it needs, whatever the role says', async () => {
    await other.queries.execute(sql`alter role current_user set statement_timeout = '100ms'`)
    const [hurried, patient] = await Promise.all([
      openDatabase({ url: server.url() }),
      openDatabase({ url: server.url(), timeouts: { statement: 0 } }),
    ])
    const slow = sql`select pg_sleep(0.3)`
    expect(await failureOf(hurried.queries.execute(slow))).toSatisfy(isDatabaseAway)
    await patient.queries.execute(slow)
    await other.queries.execute(sql`alter role current_user reset statement_timeout`)
    await Promise.all([hurried.close(), patient.close()])
  })

  test('a lock not granted in time fails the statement that waits for it, in a transaction or not', async () => {
    await during(lockTable, async () => {
      const reading = database.queries.execute(sql`select * from thing`)
      expect(await failureOf(reading)).toSatisfy(isDatabaseAway)
      const writing = database.transaction((queries) => queries.execute(sql`insert into thing values (1)`))
      expect(await failureOf(writing)).toSatisfy(isDatabaseAway)
    })
    expect((await database.queries.execute(sql`select * from thing`)).rows).toEqual([])
  })

  test('a server that is no longer the primary refuses writes as if it were away', async () => {
    const writing = database.transaction(async (queries) => {
      await queries.execute(sql`set transaction read only`)
      await queries.execute(sql`insert into thing values (1)`)
    })
    expect(await failureOf(writing)).toSatisfy(isDatabaseAway)
  })

  test('a statement that takes too long is ended', { tags: ['slow'] }, async () => {
    const slow = database.queries.execute(sql`select pg_sleep(60)`)
    expect(await failureOf(slow)).toSatisfy(isDatabaseAway)
  })

  test('an idle transaction is ended, and its locks are released', async () => {
    const over = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const idle = database.transaction(async (queries) => {
      await queries.execute(sql`lock table thing`)
      locked.resolve()
      await over.promise
      await queries.execute(sql`select 1`)
    })
    const ended = failureOf(idle)
    await locked.promise
    await expect
      .poll(() => failureOf(database.queries.execute(sql`select * from thing`)), { timeout: 10_000 })
      .toBeNull()
    over.resolve()
    expect(await ended).toSatisfy(isDatabaseAway)
  })

  test('a client that finds the pool exhausted fails in time, and the database still counts as available', async () => {
    const over = Promise.withResolvers<void>()
    const users = [1, 2].map(() => failureOf(database.transaction(() => over.promise)))
    expect(await failureOf(database.queries.execute(sql`select 1`))).toSatisfy(isDatabaseAway)
    await database.check()
    over.resolve()
    await Promise.all(users)
    await database.queries.execute(sql`select 1`)
  })

  test('a frozen server fails everything in time, and all works again when it is back', {
    tags: ['ASVS-16.5.2'],
  }, async () => {
    const begun = Promise.withResolvers<void>()
    const over = Promise.withResolvers<void>()
    const underWay = failureOf(
      database.transaction(async (queries) => {
        await queries.execute(sql`insert into thing values (2)`)
        begun.resolve()
        await over.promise
        await queries.execute(sql`insert into thing values (3)`)
      }),
    )
    await begun.promise
    server.freeze()
    try {
      over.resolve()
      const reading = failureOf(database.queries.execute(sql`select 1`))
      expect(await failureOf(database.check())).toSatisfy(isDatabaseAway)
      expect(await underWay).toSatisfy(isDatabaseAway)
      expect(await reading).toSatisfy(isDatabaseAway)
      expect(await failureOf(database.transaction(async () => {}))).toSatisfy(isDatabaseAway)
    } finally {
      server.thaw()
    }
    await database.check()
    expect((await database.queries.execute(sql`select * from thing`)).rows).toEqual([])
  })
})

test('an error of a statement is not an outage', async () => {
  const failed = Object.assign(new Error('duplicate key'), { code: '23505' })
  expect(isDatabaseAway(new Error('Failed query', { cause: failed }))).toBe(false)
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' })
  expect(isDatabaseAway(new Error('Failed query', { cause: refused }))).toBe(true)
  expect(isDatabaseAway(new TypeError('fetch failed', { cause: refused }))).toBe(false)
})
