// What visitors get when there are too many of them: 20, 200 and 1,000 connections of mixed load on one process with
// PostgreSQL. A tenth of them order, the others read, each from its own address; a refused client comes back after
// `Retry-After`. A separate thread asks for `/healthz` ten times a second. At the end every acknowledged order is
// looked up in the database.
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { loadavg } from 'node:os'
import { Worker } from 'node:worker_threads'
import { freePort } from '@shop/database/testing/free-port'
import { startPostgres } from '@shop/database/testing/postgres-server'
import { Client } from 'pg'
import { startProcess } from '../e2e/shop-process.ts'
import {
  addPatient,
  analysisId,
  BRANCH,
  confirmEmail,
  FERRITIN,
  freeTime,
  newCustomer,
} from '../e2e/stage.ts'
import { LOAD_SETTINGS } from '../scripts/operations/order-load.ts'
import { percentile } from './shop-process.ts'

const CONNECTIONS = (process.env.CONNECTIONS ?? '20,200,1000').split(',').map(Number)
const SECONDS = Number(process.env.SECONDS ?? 20)
/** Answers to requests sent before the load is full do not count. */
const WARM_UP_SECONDS = 5
const BUYERS = 100
const SHORTEST_PAUSE_MS = 1_000
const TICK_MS = 10
const HEALTH_GOAL_MS = 100
const ORDERS_GOAL = 0.8
/** From this many connections on, the load exceeds what the process can do. */
const OVERLOAD = 200

interface Answer {
  kind: string
  status: number | string
  ms: number
  retryMs: number
}
interface Asked {
  kind: string
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
/** Idempotency keys of the orders that the shop has confirmed. */
const acknowledged = new Set<string>()

function ask(port: number, agent: Agent, { kind, method, path, headers, body }: Asked): Promise<Answer> {
  const started = performance.now()
  return new Promise((resolve) => {
    const end = (status: number | string, retry = 0) =>
      resolve({
        kind,
        status,
        ms: performance.now() - started,
        retryMs: Math.max(SHORTEST_PAUSE_MS, retry * 1_000),
      })
    const sent = request(
      { port, host: '127.0.0.1', agent, method, path, headers: { ...headers } },
      (answer) => {
        answer.resume().on('end', () => end(answer.statusCode!, Number(answer.headers['retry-after'] ?? 0)))
      },
    )
    sent.setTimeout(30_000, () => sent.destroy())
    sent.on('error', () => end('none'))
    sent.end(body)
  })
}

const isFine = (status: number | string) => status === 200 || status === 201

function cpuMs(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

const quantile = (values: number[], share: number) => Math.round(percentile(values, share) ?? Number.NaN)

/** Asks for health in a separate thread, whose clock does not wait for the thousand others. */
const WATCH_HEALTH = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { Agent, get } = require('node:http')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = () => {
    const started = performance.now()
    const again = (status) => {
      parentPort.postMessage({ status, ms: performance.now() - started })
      setTimeout(ask, 100)
    }
    get({ port: workerData, host: '127.0.0.1', agent, path: '/healthz' }, (answer) => {
      answer.resume().on('end', () => again(answer.statusCode))
    }).on('error', () => again('none'))
  }
  ask()`

const postgres = await startPostgres()
await postgres.createDatabase('shop')
const port = await freePort()
const shop = await startProcess('shop', {
  ...LOAD_SETTINGS,
  ...(process.env.REQUESTS_AT_ONCE ? { REQUESTS_AT_ONCE: process.env.REQUESTS_AT_ONCE } : {}),
  ...(process.env.PROFILE ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${process.env.PROFILE}` } : {}),
  PORT: String(port),
  DATABASE_URL: postgres.url('shop'),
})
const stage = { url: shop.url, sandbox: `${shop.url}/sandbox` }
const ferritin = await analysisId(stage, FERRITIN)
const buyers: { token: string; patientId: string; start: string }[] = []
for (let index = 0; index < BUYERS; index++) {
  const customer = await newCustomer(stage)
  await confirmEmail(customer)
  const patientId = await addPatient(customer)
  buyers.push({ token: customer.token, patientId, start: await freeTime(stage, BRANCH, index / BUYERS) })
}

function asked(index: number): Asked {
  const { token, patientId, start } = buyers[Math.floor(index / 10) % BUYERS]!
  const from = { 'X-Forwarded-For': `10.${index >> 8}.${index & 255}.1` }
  const cookie = `authToken=${encodeURIComponent(`Bearer ${token}`)}`
  const turn = index % 10
  if (turn === 0) {
    return {
      kind: 'order',
      method: 'POST',
      path: '/laboratory-api/orders',
      headers: {
        ...from,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({
        laboratoryId: BRANCH,
        patients: [{ patientId, analysisIds: [ferritin] }],
        visit: { kind: 'branch', start },
        feedback: { useEmail: true, usePhone: true, quickPhone: '' },
        expectedTotal: { price: 23.8, currency: 'BYN' },
      }),
    }
  }
  const page = { ...from, accept: 'text/html' }
  if (turn < 4) return { kind: 'guest page', method: 'GET', path: '/', headers: page }
  if (turn < 8) return { kind: 'own page', method: 'GET', path: '/patients', headers: { ...page, cookie } }
  const path = `/search?query=fer${Math.floor(Math.random() * 1_000)}`
  return { kind: 'search', method: 'GET', path, headers: page }
}

interface Figures {
  orders: number
  /** Per second of the shop's CPU time, so that other work on the machine counts less. */
  ordersByCpu: number
  healthP99: number
}

async function load(connections: number): Promise<Figures> {
  let answers: Answer[] = []
  let isOver = false
  const work = Array.from({ length: connections }, async (_, index) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    await sleep((index / connections) * SHORTEST_PAUSE_MS)
    while (!isOver) {
      const wanted = asked(index)
      const answer = await ask(port, agent, wanted)
      const key = wanted.headers?.['idempotency-key']
      if (key && isFine(answer.status)) acknowledged.add(key)
      answers.push(answer)
      if (!isOver && !isFine(answer.status)) await sleep(answer.retryMs)
    }
    agent.destroy()
  })
  const health = new Worker(WATCH_HEALTH, { eval: true, workerData: port })
  health.on('message', ({ status, ms }) => answers.push({ kind: 'health', status, ms, retryMs: 0 }))
  await sleep(WARM_UP_SECONDS * 1_000)
  answers = []
  const before = cpuMs(shop.process.pid)
  await sleep(SECONDS * 1_000)
  const counted = answers
  answers = []
  isOver = true
  const computedSeconds = (cpuMs(shop.process.pid) - before) / 1_000
  const cpu = ((computedSeconds / SECONDS) * 100).toFixed(0)
  await health.terminate()
  await Promise.all(work)
  const load = loadavg()[0]!.toFixed(1)
  process.stdout.write(
    `\n${connections} connections, ${SECONDS} s, the shop computes ${cpu} % of a core, load of the machine ${load}\n`,
  )
  const of = (kind: string) => counted.filter((answer) => answer.kind === kind)
  for (const kind of ['order', 'guest page', 'own page', 'search', 'health']) {
    const fine = of(kind).filter(({ status }) => isFine(status))
    const others = Map.groupBy(
      of(kind).filter(({ status }) => !isFine(status)),
      ({ status }) => status,
    )
    const summary = [...others].map(
      ([status, list]) =>
        `${status}: ${(list.length / SECONDS).toFixed(1)}/s, p99 ${quantile(
          list.map(({ ms }) => ms),
          0.99,
        )} ms`,
    )
    const times = fine.map(({ ms }) => ms)
    process.stdout.write(
      `  ${kind.padEnd(10)} ${(fine.length / SECONDS).toFixed(1).padStart(7)}/s  p50 ${quantile(times, 0.5)} ms, p99 ${quantile(times, 0.99)} ms  ${summary.join('; ')}\n`,
    )
  }
  const orders = of('order').filter(({ status }) => isFine(status)).length
  return {
    orders: orders / SECONDS,
    ordersByCpu: orders / computedSeconds,
    healthP99: quantile(
      of('health').map(({ ms }) => ms),
      0.99,
    ),
  }
}

const figures: Figures[] = []
for (const connections of CONNECTIONS) {
  figures.push(await load(connections))
  await sleep(3_000)
}

const client = new Client({ connectionString: postgres.url('shop') })
await client.connect()
const { rows } = await client.query('select idempotency_key as key from laboratory.customer_order')
await client.end()
const made = new Set(rows.map(({ key }) => key))
const lost = [...acknowledged].filter((key) => !made.has(key)).length
const best = Math.max(...figures.map(({ orders }) => orders))
const verdict = (isMet: boolean) => (isMet ? 'met' : 'NOT MET')
process.stdout.write(
  `\nOrders acknowledged ${acknowledged.size}, in the database ${made.size}, lost ${lost}: ${verdict(lost === 0)}\n`,
)
for (const [index, { orders, ordersByCpu, healthP99 }] of figures.entries()) {
  const share = orders / best
  process.stdout.write(
    `${CONNECTIONS[index]} connections: ${(share * 100).toFixed(0)} % of the best orders a second${CONNECTIONS[index]! < OVERLOAD ? '' : ` (goal 80 %): ${verdict(share >= ORDERS_GOAL)}`}; ${ordersByCpu.toFixed(0)} for each second that the shop computed; health ${healthP99} ms at p99 (goal ${HEALTH_GOAL_MS}): ${verdict(healthP99 <= HEALTH_GOAL_MS)}\n`,
  )
}
await shop.stop()
await postgres.stop()
