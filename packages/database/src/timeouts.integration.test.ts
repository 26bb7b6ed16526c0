import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { type Database, type DatabaseTimeouts, openDatabase, type Queries } from './open-database.ts'
import { isDatabaseAway } from './statement-errors.ts'
import { type PostgresServer, startPostgres } from './testing/postgres-server.ts'

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

describe.skipIf(inject('engine') === 'embedded')('a PostgreSQL server that does not answer in time', () => {
  let server: PostgresServer
  /** Has no timeouts: what is to succeed, however busy the machine is. */
  let patient: Database
  beforeAll(async () => {
    server = await startPostgres()
    patient = await openDatabase({ url: server.url(), keepsConnections: true })
    await patient.queries.execute(sql`create table thing (id int primary key)`)
  })
  afterAll(async () => {
    await patient.close()
    await server.stop()
  })

  /** A client with only these timeouts, for the test. */
  async function openHurried(timeouts: Partial<DatabaseTimeouts>): Promise<Database> {
    const hurried = await openDatabase({ url: server.url(), poolSize: 2, timeouts })
    onTestFinished(hurried.close)
    return hurried
  }
  const read = ({ queries }: Database) => queries.execute(sql`select * from thing`)

  /**
   * Begins a transaction with `work`, again if that does not succeed in time. Returns how the transaction ends: it
   * does `more` when `over`.
   */
  async function begin(
    database: Database,
    over: Promise<void>,
    [work, more]: ((queries: Queries) => Promise<unknown>)[] = [],
  ): Promise<{ ended: Promise<unknown> }> {
    let ended: Promise<unknown> = Promise.resolve()
    const begins = () =>
      new Promise<boolean>((resolve) => {
        const transaction = database.transaction(async (queries) => {
          await work?.(queries)
          resolve(true)
          await over
          await more?.(queries)
        })
        ended = failureOf(transaction).finally(() => resolve(false))
      })
    await expect.poll(begins).toBe(true)
    return { ended }
  }

  /** Runs `work` while another client keeps a transaction open. */
  async function during(
    held: (database: Database) => Promise<void>,
    work: () => Promise<void>,
  ): Promise<void> {
    const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = patient.transaction(async (queries) => {
      await held({ ...patient, queries })
      begun.resolve()
      await over.promise
    })
    await Promise.race([begun.promise, holding])
    await work().finally(over.resolve)
    await holding
  }

  const lockTable = async ({ queries }: Database) => {
    await queries.execute(sql`lock table thing`)
  }

  test('a connection that changes tables may take as long as it needs, whatever the role says', async () => {
    await patient.queries.execute(sql`alter role current_user set statement_timeout = '100ms'`)
    const [asTheRole, unhurried] = await Promise.all([openHurried({}), openHurried({ statement: 0 })])
    const slow = sql`select pg_sleep(0.3)`
    expect(await failureOf(asTheRole.queries.execute(slow))).toSatisfy(isDatabaseAway)
    await unhurried.queries.execute(slow)
    await patient.queries.execute(sql`alter role current_user reset statement_timeout`)
  })

  test('a lock not granted in time fails the statement that waits for it, in a transaction or not', async () => {
    const database = await openHurried({ lock: 200 })
    await during(lockTable, async () => {
      expect(await failureOf(read(database))).toSatisfy(isDatabaseAway)
      const writing = database.transaction((queries) => queries.execute(sql`insert into thing values (1)`))
      expect(await failureOf(writing)).toSatisfy(isDatabaseAway)
    })
    expect((await read(patient)).rows).toEqual([])
  })

  test('a server that is no longer the primary refuses writes as if it were away', async () => {
    const writing = patient.transaction(async (queries) => {
      await queries.execute(sql`set transaction read only`)
      await queries.execute(sql`insert into thing values (1)`)
    })
    expect(await failureOf(writing)).toSatisfy(isDatabaseAway)
  })

  test('a statement that takes too long is ended', { tags: ['slow'] }, async () => {
    const database = await openHurried({ statement: 1_000 })
    const slow = database.queries.execute(sql`select pg_sleep(60)`)
    expect(await failureOf(slow)).toSatisfy(isDatabaseAway)
  })

  test('an idle transaction is ended, and its locks are released', async () => {
    const database = await openHurried({ idleInTransaction: 500 })
    const over = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const idle = database.transaction(async (queries) => {
      await queries.execute(sql`lock table thing`)
      locked.resolve()
      await over.promise
      await queries.execute(sql`select 1`)
    })
    const ended = failureOf(idle)
    // A machine that stops for so long before the lock ends the transaction, too.
    await Promise.race([locked.promise, ended])
    await read(patient)
    over.resolve()
    expect(await ended).toSatisfy(isDatabaseAway)
  })

  test('a client that finds the pool exhausted fails in time, and the database still counts as available', async () => {
    const database = await openHurried({ connect: 300 })
    const over = Promise.withResolvers<void>()
    const users = [await begin(database, over.promise), await begin(database, over.promise)]
    expect(await failureOf(database.queries.execute(sql`select 1`))).toSatisfy(isDatabaseAway)
    await expect.poll(() => failureOf(database.check())).toBeNull()
    over.resolve()
    await Promise.all(users.map(({ ended }) => ended))
    await expect.poll(() => failureOf(read(database))).toBeNull()
  })

  test('a frozen server fails everything in time, and all works again when it is back', {
    tags: ['ASVS-16.5.2'],
  }, async () => {
    const database = await openHurried({ connect: 300, statement: 1_000 })
    const over = Promise.withResolvers<void>()
    const underWay = await begin(database, over.promise, [
      (queries) => queries.execute(sql`insert into thing values (2)`),
      (queries) => queries.execute(sql`insert into thing values (3)`),
    ])
    try {
      server.freeze()
      over.resolve()
      const reading = failureOf(read(database))
      expect(await failureOf(database.check())).toSatisfy(isDatabaseAway)
      expect(await underWay.ended).toSatisfy(isDatabaseAway)
      expect(await reading).toSatisfy(isDatabaseAway)
      expect(await failureOf(database.transaction(async () => {}))).toSatisfy(isDatabaseAway)
    } finally {
      server.thaw()
    }
    await expect.poll(() => failureOf(database.check())).toBeNull()
    await expect.poll(() => failureOf(read(database))).toBeNull()
    expect((await read(patient)).rows).toEqual([])
  })
})

test('an error of a statement is not an outage', async () => {
  const failed = Object.assign(new Error('duplicate key'), { code: '23505' })
  expect(isDatabaseAway(new Error('Failed query', { cause: failed }))).toBe(false)
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' })
  expect(isDatabaseAway(new Error('Failed query', { cause: refused }))).toBe(true)
  expect(isDatabaseAway(new TypeError('fetch failed', { cause: refused }))).toBe(false)
})
