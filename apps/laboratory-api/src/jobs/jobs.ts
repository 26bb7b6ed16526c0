import { setTimeout } from 'node:timers/promises'
import type { Database, Queries } from '@shop/database/open-database'
import { schemaName } from '@shop/database/schema-names'
import { isDatabaseAway } from '@shop/database/statement-errors'
import { describeError } from '@shop/server/log'
import { countJob, watchQueues } from '@shop/server/metrics'
import { currentTraceparent, tracedJob } from '@shop/server/tracing'
import { sql } from 'drizzle-orm'
import { fromDrizzle, fromPglite, type Job, type JobResult, PgBoss, type QueueResult } from 'pg-boss'
import type { Logger } from 'pino'
import { readQueues } from './read-queues.ts'
import { readTroubled, runAgain, type TroubledJob } from './troubled-jobs.ts'

/** Every queue with the shape of its data: ids only, since job rows must not carry personal data, codes or tokens. */
export interface JobData {
  [queue: string]: Record<string, string | number | boolean | null>
}

/** A process that dies sends no more heartbeats; after this time another one takes over its jobs. */
const HEARTBEAT_SECONDS = 30
const LONGEST_RETRY_DELAY_SECONDS = 300
/** The limit for the queue's own statements: some delete a day's jobs. */
const STATEMENT_MS = 60_000
/** The database announces a job as soon as it is committed; polling is for jobs due later and lost notifications. */
const POLL_SECONDS = 5
/** A queue that only its schedule fills, at most every few minutes. */
const POLL_OF_SCHEDULE_SECONDS = 60
/** How long a stop waits for running jobs; another process repeats those that take longer. */
const STOP_MS = 5_000
/** Between two attempts to record that a job is done, while the database is away. */
const NOTE_PAUSE_MS = 250
const NO_JOB = '00000000-0000-0000-0000-000000000000'

interface QueueOptions {
  /** Attempts after the first, with growing pauses; the default outlasts an hour's outage of the other side. */
  retryLimit?: number
  retryDelaySeconds?: number
  /** Jobs of the queue that one process runs at a time; 1 by default. */
  concurrency?: number
}

interface SendOptions {
  /** Not before this instant. */
  startAfter?: Date
  /** The id of the job, for a caller that records its outcome. */
  id?: string
}

/**
 * For external effects that cannot be undone: records that the job is done, with what `keep` stores, and retries while
 * the database is away, so that the job is not repeated. `output`: the outcome, if the job did not achieve its purpose.
 */
type NoteDone = (keep: () => Promise<void>, output?: { refused: string }) => Promise<void>
type Handler = (
  data: Record<string, never> & JobData[string],
  jobId: string,
  noteDone: NoteDone,
) => Promise<void>

/**
 * The job queue. Jobs are inserted in the transaction of the change that causes them, so a crash neither loses nor
 * invents one; a handler may run twice after a crash and must be idempotent.
 */
export interface Jobs {
  /** Declares a queue and its handler; before `start`. */
  define(queue: string, options: QueueOptions, handler: Handler): void
  /** Declares a queue whose handler runs at the times of a cron expression (UTC), once for all processes. */
  schedule(queue: string, cron: string, handler: () => Promise<void>): void
  /** Inserts a job with the given queries: pass the transaction of the change. */
  send(queries: Queries, queue: string, data: JobData[string], options?: SendOptions): Promise<void>
  /** Jobs that were given up, or refused for good, latest first. */
  troubled(): Promise<TroubledJob[]>
  /** Lets one of these run again, once; false: it is no longer one of them. */
  again(queries: Queries, queue: string, jobId: string): Promise<boolean>
  start(): Promise<void>
  stop(): Promise<void>
}

interface Queue {
  options: QueueOptions
  handler: Handler
  cron?: string
}

interface JobsOptions {
  database: Database
  logger: Logger
  /** Seconds between two polls of a queue. */
  pollingIntervalSeconds?: number
  /** Whether schedules run at the times of the machine's clock. */
  schedules?: boolean
  /** False: jobs are only put into the queue, for another process to run. */
  works?: boolean
}

/** The queue builds its own statements, with this schema. */
const schemaOf = ({ schemaPrefix }: Database) => schemaName('jobs', schemaPrefix)

/** Bypasses a pooler, which shares connections between transactions: notifications of new jobs need one that stays. */
function ownConnection({ embedded, directUrl, backend }: Database) {
  return embedded
    ? { db: fromPglite(embedded), backend }
    : { connectionString: directUrl!, backend, max: 3, keepAlive: true, query_timeout: STATEMENT_MS }
}

/** A process that only adds jobs needs no connections besides those of requests. */
function sharedConnection({ queries, backend }: Database) {
  return { db: fromDrizzle(queries as FromDrizzle[0], sql as FromDrizzle[1]), backend }
}
type FromDrizzle = Parameters<typeof fromDrizzle>

/** Brings the queue's own tables up to date. */
export async function migrateJobs(database: Database): Promise<void> {
  const boss = new PgBoss({
    schema: schemaOf(database),
    registerInstance: false,
    schedule: false,
    supervise: false,
    ...ownConnection(database),
  })
  boss.on('error', () => {})
  await boss.start()
  await boss.stop({ graceful: false })
}

export function createJobs({
  database,
  logger,
  pollingIntervalSeconds = POLL_SECONDS,
  schedules = true,
  works = true,
}: JobsOptions): Jobs {
  const boss = new PgBoss({
    schema: schemaOf(database),
    registerInstance: false,
    schedule: schedules && works,
    supervise: works,
    useListenNotify: works,
    ...(works || database.embedded ? ownConnection(database) : sharedConnection(database)),
  })
  boss.on('error', (error) => logger.error({ err: error.name }, 'job queue'))
  boss.on('warning', ({ message }) => logger.warn({ message }, 'job queue'))
  const queues = new Map<string, Queue>()
  const ending = new AbortController()

  /**
   * A process that has taken the job by then, since this one seemed dead, leaves it: it is done. Recording it twice,
   * as after a lost reply, does no harm, and the library finds nothing left to record. If this process ends first, it
   * stays unrecorded.
   */
  async function noteDone(queue: string, id: string, ...[keep, output]: Parameters<NoteDone>): Promise<void> {
    for (let tries = 0; !ending.signal.aborted; tries++) {
      try {
        await keep()
        await boss.complete(queue, id, output, { includeQueued: true })
        return
      } catch (error) {
        const isAway = isDatabaseAway(error)
        // An outage is logged once, not four times a second.
        if (tries === 0 || !isAway)
          logger.warn(
            { queue, jobId: id, ...describeError(error) },
            'a job was done, but could not be marked as done',
          )
        if (!isAway) return
        await setTimeout(NOTE_PAUSE_MS, undefined, { ref: false, signal: ending.signal }).catch(() => {})
      }
    }
  }

  async function runOne(queue: string, handler: Handler, job: Job<object>): Promise<JobResult> {
    const started = performance.now()
    const end = (outcome: 'completed' | 'failed') => countJob({ queue, outcome }, performance.now() - started)
    try {
      const { traceparent, ...data } = (job.data ?? {}) as JobData[string]
      const cause = traceparent === undefined ? undefined : String(traceparent)
      await tracedJob(queue, cause, () =>
        handler(data as Parameters<Handler>[0], job.id, (...what) => noteDone(queue, job.id, ...what)),
      )
      end('completed')
      return { id: job.id, status: 'completed' }
    } catch (error) {
      // Neither the log nor the job's row keeps the message: it may repeat what a person typed.
      end('failed')
      const reason = describeError(error)
      logger.warn({ queue, jobId: job.id, ...reason }, 'job failed')
      return { id: job.id, status: 'failed', output: { error: reason.error } }
    }
  }

  /**
   * Each worker takes one job, records its end and immediately looks for the next: a crash repeats only what had not
   * been recorded, and a slow job holds up no other.
   */
  async function work(queue: string, { options: { concurrency = 1 }, handler, cron }: Queue) {
    const seconds = cron ? Math.max(POLL_OF_SCHEDULE_SECONDS, pollingIntervalSeconds) : pollingIntervalSeconds
    for (let index = 0; index < concurrency; index++) {
      const takeOne = async ([job]: Job<object>[]) => {
        if (!job) return []
        const result = await runOne(queue, handler, job)
        boss.notifyWorker(workerId)
        return [result]
      }
      const workerId = await boss.work(
        queue,
        {
          pollingIntervalSeconds: seconds,
          notifyPollingIntervalSeconds: seconds,
          batchSize: 1,
          perJobResults: true as const,
        },
        takeOne,
      )
    }
  }

  let stopWatching = () => {}

  /** `made`: the queue as the database already has it. */
  async function declare(queue: string, options: QueueOptions, made: QueueResult | undefined) {
    const policy = {
      retryLimit: options.retryLimit ?? 30,
      retryDelay: options.retryDelaySeconds ?? 5,
      retryBackoff: true,
      retryDelayMax: LONGEST_RETRY_DELAY_SECONDS,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      notify: true,
    }
    const isAsMeant =
      made && Object.entries(policy).every(([name, value]) => Reflect.get(made, name) === value)
    if (isAsMeant) return
    if (made) await boss.updateQueue(queue, policy)
    else await boss.createQueue(queue, policy)
    await lookUp(queue)
  }

  /**
   * The library looks a queue up at its first use, on a separate connection; a first `send` inside a transaction of the
   * embedded engine would wait for itself. Existing queues are looked up together at the start.
   */
  const lookUp = (queue: string) => boss.getJobById(queue, NO_JOB)

  return {
    define(queue, options, handler) {
      queues.set(queue, { options, handler })
    },
    schedule(queue, cron, handler) {
      queues.set(queue, { options: { retryLimit: 2 }, handler, cron })
    },
    async send(queries, queue, data, { startAfter, id } = {}) {
      const traceparent = currentTraceparent()
      await boss.send(queue, traceparent ? { ...data, traceparent } : data, {
        db: fromDrizzle(queries as FromDrizzle[0], sql as FromDrizzle[1]),
        ...(startAfter ? { startAfter } : {}),
        ...(id ? { id } : {}),
      })
    },
    troubled: () => readTroubled(database.queries),
    again: runAgain,
    async start() {
      await boss.start()
      if (works) stopWatching = watchQueues(() => readQueues(database))
      const made = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
      const [first] = made.keys()
      // The library does not report that it could not read them itself: in that case this throws.
      if (first) await lookUp(first)
      const crons = new Map((works ? await boss.getSchedules() : []).map(({ name, cron }) => [name, cron]))
      for (const [queue, queued] of queues) {
        await declare(queue, queued.options, made.get(queue))
        if (!works) continue
        await work(queue, queued)
        const { cron } = queued
        if (cron && cron !== crons.get(queue)) await boss.schedule(queue, cron)
      }
    },
    async stop() {
      stopWatching()
      // The library's own graceful stop checks only twice a second whether its workers have ended.
      const ended = Promise.all([...queues.keys()].map((queue) => boss.offWork(queue)))
      await Promise.race([ended, setTimeout(STOP_MS, undefined, { ref: false })])
      ending.abort()
      await boss.stop({ graceful: false })
    },
  }
}
