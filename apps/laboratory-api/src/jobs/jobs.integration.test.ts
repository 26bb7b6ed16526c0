import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { openDatabase, POSTGRES_BACKENDS } from '@shop/database/open-database'
import { PATIENTLY } from '@shop/database/testing/patience'
import { openTestDatabase } from '@shop/database/testing/test-database'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { pino } from 'pino'
import { expect, inject, test, vi } from 'vitest'
import { createJobs, migrateJobs } from './jobs.ts'

const logger = pino({ level: 'silent' })

// No engine that distributes tables is available here: the features that the queue leaves out for it are left out on
// PostgreSQL instead.
test.skipIf(inject('engine') === 'embedded').each(POSTGRES_BACKENDS)(
  'without what %s lacks, the queue takes jobs with their transaction, runs each once, and retries failures',
  { tags: ['slow'] },
  async (backend) => {
    await using scope = new AsyncDisposableStack()
    const opened = await openTestDatabase('tables')
    scope.defer(opened.close)
    const database = { ...opened, backend }
    await migrateJobs(database)
    const done: string[] = []
    const start = async () => {
      const jobs = createJobs({ database, logger, pollingIntervalSeconds: 0.5 })
      jobs.define('calls', { retryDelaySeconds: 1 }, async ({ orderId }) => {
        done.push(String(orderId))
        if (orderId === 'fails-once' && done.filter((id) => id === orderId).length === 1) throw new Error()
      })
      await jobs.start()
      return jobs
    }
    const jobs = await start()
    scope.defer(() => jobs.stop())
    // A second process beside the first.
    const other = await start()
    scope.defer(() => other.stop())
    await expect(
      database.transaction(async (queries) => {
        await jobs.send(queries, 'calls', { orderId: 'rolled-back' })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    const ids = Array.from({ length: 20 }, (_, index) => `order-${index}`)
    for (const orderId of [...ids, 'fails-once']) {
      await database.transaction((queries) => jobs.send(queries, 'calls', { orderId }))
    }
    await vi.waitFor(
      () => expect(done.toSorted()).toEqual([...ids, 'fails-once', 'fails-once'].toSorted()),
      PATIENTLY,
    )
  },
)

test.skipIf(inject('engine') === 'embedded')(
  'a process that only enqueues jobs has no connections beside those of its requests',
  async () => {
    await using scope = new AsyncDisposableStack()
    const database = await openTestDatabase('tables')
    scope.defer(database.close)
    await migrateJobs(database)
    // Other connections to this database come and go: these have a name.
    const name = 'only-enqueues'
    const connected = async () => {
      const { rows } = await database.queries.execute<{ count: number }>(
        sql`select count(*)::int as count from pg_stat_activity
          where datname = current_database() and application_name = ${name}`,
      )
      return rows[0]!.count
    }
    const url = new URL(database.url!)
    url.searchParams.set('application_name', name)
    const alone = await openDatabase({ url: url.href, poolSize: 1 })
    scope.defer(alone.close)
    await alone.queries.execute(sql`select 1`)
    expect(await connected()).toBe(1)
    const jobs = createJobs({ database: alone, logger, works: false })
    scope.defer(() => jobs.stop())
    jobs.define('enqueued-only', {}, async () => {})
    await jobs.start()
    await jobs.send(alone.queries, 'enqueued-only', {})
    expect(await connected()).toBe(1)
  },
)

test('a start leaves unchanged queues alone, and updates those whose settings have changed', async () => {
  await using scope = new AsyncDisposableStack()
  const database = await openTestDatabase('tables')
  scope.defer(database.close)
  await migrateJobs(database)
  const done: unknown[] = []
  async function runOnce({ retryLimit, cron }: { retryLimit: number; cron: string }) {
    const jobs = createJobs({ database, logger, pollingIntervalSeconds: 0.5, schedules: false })
    jobs.define('calls', { retryLimit }, async ({ orderId }) => {
      done.push(orderId)
    })
    jobs.schedule('sweep', cron, async () => undefined)
    await jobs.start()
    const before = done.length
    // While a transaction of the embedded engine is open, nothing can be looked up outside it.
    await database.transaction((queries) => jobs.send(queries, 'calls', { orderId: 'a' }))
    await vi.waitFor(() => expect(done).toHaveLength(before + 1), PATIENTLY)
    await jobs.stop()
    const { rows } = await database.queries.execute(sql`
      select q.name, q.retry_limit, s.cron, q.updated_on::text, s.updated_on::text as scheduled_on
      from jobs.queue q left join jobs.schedule s on s.name = q.name
      where q.name in ('calls', 'sweep') order by q.name`)
    return rows
  }
  const first = await runOnce({ retryLimit: 2, cron: '1 2 * * *' })
  expect(first).toMatchObject([{ retry_limit: 2 }, { cron: '1 2 * * *' }])
  expect(await runOnce({ retryLimit: 2, cron: '1 2 * * *' })).toEqual(first)
  const changed = await runOnce({ retryLimit: 3, cron: '1 3 * * *' })
  expect(changed).toMatchObject([{ retry_limit: 3 }, { cron: '1 3 * * *' }])
})

test.skipIf(inject('engine') === 'embedded')(
  'a queue that only its schedule fills is not asked for jobs every few seconds',
  async () => {
    await using scope = new AsyncDisposableStack()
    const database = await openTestDatabase('tables')
    scope.defer(database.close)
    await migrateJobs(database)
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    scope.defer(() => asked.mockRestore())
    const timesAsked = (queue: string) =>
      asked.mock.calls.filter(
        (given) => /skip locked/i.test(String(given[0])) && JSON.stringify(given).includes(queue),
      ).length
    const jobs = createJobs({ database, logger, pollingIntervalSeconds: 0.5, schedules: false })
    scope.defer(() => jobs.stop())
    jobs.define('asked-often', {}, async () => {})
    jobs.schedule('asked-rarely', '1 2 * * *', async () => {})
    await jobs.start()
    await vi.waitFor(() => expect(timesAsked('asked-often')).toBeGreaterThan(5), PATIENTLY)
    // At the start, and once the database announces jobs.
    expect(timesAsked('asked-rarely')).toBeLessThanOrEqual(2)
  },
)

test('a stop waits for running jobs, and hands over those that do not end in time', {
  tags: ['slow'],
}, async () => {
  await using scope = new AsyncDisposableStack()
  const database = await openTestDatabase('tables')
  scope.defer(database.close)
  await migrateJobs(database)
  const begun: unknown[] = []
  const { promise: ready, resolve: end } = Promise.withResolvers<void>()
  const open = async () => {
    const jobs = createJobs({ database, logger, pollingIntervalSeconds: 0.5, schedules: false })
    jobs.define('calls', { retryDelaySeconds: 1 }, async ({ orderId }) => {
      begun.push(orderId)
      if (orderId === 'ends') await ready
      if (orderId === 'hangs') await new Promise(() => {})
    })
    await jobs.start()
    return jobs
  }
  const states = async () => {
    const { rows } = await database.queries.execute<{ state: string }>(
      sql`select state from jobs.job where name = 'calls' order by created_on, state`,
    )
    return rows.map(({ state }) => state)
  }
  const first = await open()
  await database.transaction((queries) => first.send(queries, 'calls', { orderId: 'ends' }))
  await vi.waitFor(() => expect(begun).toEqual(['ends']), PATIENTLY)
  const stopped = first.stop()
  end()
  await stopped
  expect(await states()).toEqual(['completed'])

  const second = await open()
  await database.transaction((queries) => second.send(queries, 'calls', { orderId: 'hangs' }))
  await vi.waitFor(() => expect(begun).toEqual(['ends', 'hangs']), PATIENTLY)
  await second.stop()
  expect(await states()).toEqual(['completed', 'retry'])
})

/** A proxy to PostgreSQL that can be cut: open connections are closed, and no new ones get through. */
async function proxyTo(url: string) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (isCut) return void socket.destroy()
    const beyond = connect(Number(target.port), target.hostname)
    beyond.on('error', () => {})
    for (const end of [socket, beyond]) sockets.add(end.on('close', () => sockets.delete(end)))
    socket.pipe(beyond).pipe(socket)
  })
  const cut = (isCutNow: boolean) => {
    isCut = isCutNow
    if (isCut) for (const socket of sockets) socket.destroy()
  }
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const proxy = new URL(url)
  proxy.host = `127.0.0.1:${(server.address() as { port: number }).port}`
  return {
    url: String(proxy),
    cut,
    close() {
      cut(true)
      server.close()
    },
  }
}

test.skipIf(inject('engine') === 'embedded')(
  'an external effect is recorded as done when the database is back, and not repeated by another process',
  async () => {
    await using scope = new AsyncDisposableStack()
    const database = await openTestDatabase('tables')
    scope.defer(database.close)
    const proxy = await proxyTo(database.url!)
    scope.defer(proxy.close)
    await migrateJobs(database)
    const { promise: tried, resolve: isTried } = Promise.withResolvers<void>()
    const done: string[] = []
    const open = async (name: string, directUrl: string) => {
      const jobs = createJobs({ database: { ...database, directUrl }, logger, pollingIntervalSeconds: 0.5 })
      jobs.define('mails', { retryDelaySeconds: 1 }, async (_data, _jobId, noteDone) => {
        done.push(name)
        proxy.cut(true)
        await noteDone(async () => isTried())
      })
      await jobs.start()
      return jobs
    }
    const first = await open('first', proxy.url)
    scope.defer(() => first.stop())
    await database.transaction((queries) => first.send(queries, 'mails', {}))
    await tried
    const second = await open('second', database.directUrl!)
    scope.defer(() => second.stop())
    // As if its process had been presumed dead in the meantime; the other one will take the job, but not yet.
    await database.queries.execute(
      sql`update jobs.job set state = 'retry', start_after = now() + interval '10 minutes' where name = 'mails'`,
    )
    proxy.cut(false)
    await vi.waitFor(async () => {
      const { rows } = await database.queries.execute(sql`select state from jobs.job where name = 'mails'`)
      expect(rows).toEqual([{ state: 'completed' }])
    }, PATIENTLY)
    expect(done).toEqual(['first'])
  },
)
