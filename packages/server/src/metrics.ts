import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '@shop/database/open-database'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { ADMISSION_REFUSALS, type AdmissionRefusal, KINDS, type Kind } from './kind-of-work.ts'

/**
 * What more than one program counts is registered here, metrics of one program in that program; all are listed in
 * docs/operations/metrics.md. A label's value comes from a list known to the code or the settings: never a name, an
 * address, an id, an analysis, or anything that somebody typed.
 */
export const registry = new Registry()
collectDefaultMetrics({ register: registry })
const registers = [registry]

const ANSWER_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const STATEMENT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 6]
const JOB_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60]

interface Countable {
  name: string
  help: string
  labelNames: string[]
}

const scope = new AsyncLocalStorage<string>()

/**
 * Does the work for this partner: everything that it starts, including jobs and timers, is counted under the
 * partner's name.
 */
export const asPartner = <T>(partner: string, work: () => T): T => scope.run(partner, work)

/** A metric's label; none if the process serves one partner. */
function partnerLabel(): { partner?: string } {
  const partner = scope.getStore()
  return partner === undefined ? {} : { partner }
}

/** In development a program's file that is saved registers its metrics again. */
function registerAgain({ name }: Pick<Countable, 'name'>): void {
  registry.removeSingleMetric(name)
}

/** Counts for the partner whose work it is; there is no such label if the process serves only one. */
export function partnerCounter({ labelNames, ...options }: Countable) {
  registerAgain(options)
  const counter = new Counter({ ...options, labelNames: [...labelNames, 'partner'], registers })
  return {
    inc: (labels: Record<string, string>, count = 1) => counter.inc({ ...labels, ...partnerLabel() }, count),
  }
}

/** Says something about the partner whose work it is. */
export function partnerGauge({ labelNames, ...options }: Countable) {
  registerAgain(options)
  const gauge = new Gauge({
    ...options,
    labelNames: [...labelNames, 'partner'],
    aggregator: 'max',
    registers,
  })
  return {
    set: (labels: Record<string, string>, value: number) =>
      gauge.set({ ...labels, ...partnerLabel() }, value),
  }
}

/** Counts for the whole process. */
export function processCounter(options: Countable) {
  registerAgain(options)
  return new Counter({ ...options, registers })
}

const requestSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Duration of answered requests, by program, method, route pattern and status',
  labelNames: ['program', 'method', 'route', 'status', 'partner'],
  buckets: ANSWER_SECONDS,
  registers,
})

/** The methods of the shop's own calls; a client can invent any other. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export interface AnsweredRequest {
  /** As it names itself at its start. */
  program: string
  method: string
  /** The route's pattern. */
  route: string
  status: number
  ms: number
}

export function countRequest({ program, method, route, status, ms }: AnsweredRequest): void {
  const known = METHODS.has(method) ? method : 'other'
  requestSeconds.observe({ program, method: known, route, status, ...partnerLabel() }, ms / 1_000)
}

const refused = new Counter({
  name: 'requests_refused_total',
  help: 'Requests that a busy process refused with a time to come back, by kind and reason',
  labelNames: ['kind', 'reason'],
  registers,
})
for (const kind of KINDS) for (const reason of ADMISSION_REFUSALS) refused.inc({ kind, reason }, 0)

/** A request that was not admitted is also counted in the histogram of all requests: it was answered. */
export function countRefused(
  { kind, reason }: { kind: Kind; reason: AdmissionRefusal },
  { program, method, status, ms }: Omit<AnsweredRequest, 'route'>,
): void {
  refused.inc({ kind, reason })
  countRequest({ program, method, route: 'a refused request', status, ms })
}

export const outboundSeconds = new Histogram({
  name: 'outbound_request_duration_seconds',
  help: 'Calls to other parties, by party and status; `none`: no answer',
  labelNames: ['party', 'status'],
  buckets: ANSWER_SECONDS,
  registers,
})

const jobSeconds = new Histogram({
  name: 'job_duration_seconds',
  help: 'Jobs run, by queue and outcome; a failed job is retried',
  labelNames: ['queue', 'outcome', 'partner'],
  buckets: JOB_SECONDS,
  registers,
})

export function countJob(job: { queue: string; outcome: 'completed' | 'failed' }, ms: number): void {
  jobSeconds.observe({ ...job, ...partnerLabel() }, ms / 1_000)
}

/** The state of a queue, as seen from the database, so that all processes with jobs see the same. */
export interface QueueState {
  queue: string
  /** Jobs whose time has come and that no process has started. */
  due: number
  /** Of the job that has waited longest. */
  oldestSeconds: number
  /** Given up after the last try. */
  failed: number
}

type LabelledState = QueueState & ReturnType<typeof partnerLabel>
const queueSources = new Set<() => Promise<readonly LabelledState[]>>()
let reading: Promise<LabelledState[]> | undefined

/** Registers a source of queue states; returns the function that removes it. */
export function watchQueues(read: () => Promise<readonly QueueState[]>): () => void {
  const label = partnerLabel()
  const source = async () => (await read()).map((state) => ({ ...state, ...label }))
  queueSources.add(source)
  return () => queueSources.delete(source)
}

/** Read once for all metrics of one scrape. Empty if the database is away; `database_up` says why. */
function readQueues(): Promise<LabelledState[]> {
  reading ??= Promise.all([...queueSources].map((read) => read().catch(() => [])))
    .then((states) => states.flat())
    .finally(() => {
      reading = undefined
    })
  return reading
}

function queueGauge(name: string, help: string, figure: (state: QueueState) => number): void {
  new Gauge({
    name,
    help,
    labelNames: ['queue', 'partner'],
    aggregator: 'max',
    registers,
    async collect() {
      const states = await readQueues()
      this.reset()
      for (const state of states) {
        const { queue, partner } = state
        this.set(partner === undefined ? { queue } : { queue, partner }, figure(state))
      }
    },
  })
}

queueGauge('jobs_due', 'Jobs that are due and not yet taken up, by queue', ({ due }) => due)
queueGauge(
  'jobs_oldest_due_seconds',
  'How long the longest-waiting job has been due, by queue',
  ({ oldestSeconds }) => oldestSeconds,
)
queueGauge('jobs_failed', 'Jobs given up after the last retry, by queue', ({ failed }) => failed)

export const statementSeconds = new Histogram({
  name: 'database_statement_duration_seconds',
  help: 'Duration of statements; outside a transaction including the wait for a connection',
  labelNames: ['outcome'],
  buckets: STATEMENT_SECONDS,
  registers,
})

export const connectionWaitSeconds = new Histogram({
  name: 'database_connection_wait_seconds',
  help: "Duration of waits for a connection from the process's pool",
  buckets: STATEMENT_SECONDS,
  registers,
})

type Watched = Pick<Database, 'check' | 'connections'>
const databases = new Map<Watched, ReturnType<typeof partnerLabel>>()

/** Registers a database whose connections are reported; returns the function that removes it. */
export function watchDatabase(database: Watched): () => void {
  databases.set(database, partnerLabel())
  return () => databases.delete(database)
}

const connections = new Gauge({
  name: 'database_connections',
  help: "Connections in the process's pool that are in use or idle, requests that wait for one, and the size of the pool",
  labelNames: ['state', 'partner'],
  registers,
  collect() {
    connections.reset()
    for (const [database, label] of databases) {
      const { total, idle, waiting, limit } = database.connections()
      const figures = { busy: total - idle, idle, waiting, limit }
      for (const [state, figure] of Object.entries(figures)) connections.inc({ state, ...label }, figure)
    }
  },
})

const databaseUp = new Gauge({
  name: 'database_up',
  help: '1: the database answered within a second',
  aggregator: 'min',
  registers,
  async collect() {
    const checks = [...databases.keys()].map((database) =>
      database.check().then(
        () => 1,
        () => 0,
      ),
    )
    databaseUp.set(Math.min(1, ...(await Promise.all(checks))))
  },
})

/** Of the process that keeps the workers; a process that serves alone is restarted only by what started it. */
export const processRestarts = new Counter({
  name: 'process_restarts_total',
  help: 'Processes of the shop that ended and were restarted (if WORKERS is above 1)',
  registers,
})
