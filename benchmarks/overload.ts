// What people get when too many come: 20, 200 and 1,000 connections of mixed load on one process with PostgreSQL. A tenth of them order,
// the others read; whoever gets 503 waits a second, as its Retry-After says at least. Beside it `/healthz` is asked ten times a second.
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { freePort } from '@shop/database/testing/free-port'
import { startPostgres } from '@shop/database/testing/postgres-server'
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

const CONNECTIONS = (process.env.CONNECTIONS ?? '20,200,1000').split(',').map(Number)
const SECONDS = Number(process.env.SECONDS ?? 15)
const BUYERS = 20
const PAUSE_MS = 1_000
const HEALTH_PAUSE_MS = 100
const TICK_MS = 10

interface Answer {
  kind: string
  status: number | string
  ms: number
}
interface Asked {
  kind: string
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function ask(port: number, agent: Agent, { kind, method, path, headers, body }: Asked): Promise<Answer> {
  const started = performance.now()
  return new Promise((resolve) => {
    const end = (status: number | string) => resolve({ kind, status, ms: performance.now() - started })
    const sent = request(
      { port, host: '127.0.0.1', agent, method, path, headers: { ...headers } },
      (answer) => {
        answer.resume().on('end', () => end(answer.statusCode!))
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

const quantile = (values: number[], q: number) =>
  Math.round(
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ??
      Number.NaN,
  )

const postgres = await startPostgres()
await postgres.createDatabase('shop')
const port = await freePort()
const shop = await startProcess('shop', {
  ...LOAD_SETTINGS,
  TRUSTED_PROXIES: '0',
  ...(process.env.ADMIT ? { REQUESTS_AT_ONCE: process.env.ADMIT } : {}),
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
  const { token, patientId, start } = buyers[index % BUYERS]!
  const cookie = `authToken=${encodeURIComponent(`Bearer ${token}`)}`
  const turn = index % 10
  if (turn === 0) {
    return {
      kind: 'order',
      method: 'POST',
      path: '/laboratory-api/orders',
      headers: {
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
  if (turn < 4) return { kind: 'guest page', method: 'GET', path: '/' }
  if (turn < 8) return { kind: 'own page', method: 'GET', path: '/patients', headers: { cookie } }
  return { kind: 'search', method: 'GET', path: `/search?query=fer${Math.floor(Math.random() * 1_000)}` }
}

async function load(connections: number): Promise<void> {
  const answers: Answer[] = []
  let isOver = false
  const work = Array.from({ length: connections }, async (_, index) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    await sleep((index / connections) * PAUSE_MS)
    while (!isOver) {
      const answer = await ask(port, agent, asked(index))
      if (!isOver) answers.push(answer)
      if (!isFine(answer.status)) await sleep(PAUSE_MS)
    }
    agent.destroy()
  })
  const healthAgent = new Agent({ keepAlive: true, maxSockets: 1 })
  const health = (async () => {
    while (!isOver) {
      answers.push(await ask(port, healthAgent, { kind: 'health', method: 'GET', path: '/healthz' }))
      await sleep(HEALTH_PAUSE_MS)
    }
  })()
  const before = cpuMs(shop.process.pid)
  await sleep(SECONDS * 1_000)
  const cpu = ((cpuMs(shop.process.pid) - before) / SECONDS / 10).toFixed(0)
  isOver = true
  await Promise.all([...work, health])
  healthAgent.destroy()
  process.stdout.write(`\n${connections} connections, ${SECONDS} s, the shop computes ${cpu} % of a core\n`)
  for (const kind of ['order', 'guest page', 'own page', 'search', 'health']) {
    const of = answers.filter((answer) => answer.kind === kind)
    const fine = of.filter(({ status }) => isFine(status)).map(({ ms }) => ms)
    const others = Map.groupBy(
      of.filter(({ status }) => !isFine(status)),
      ({ status }) => status,
    )
    const told = [...others].map(
      ([status, list]) =>
        `${status}: ${(list.length / SECONDS).toFixed(1)}/s, p99 ${quantile(
          list.map(({ ms }) => ms),
          0.99,
        )} ms`,
    )
    process.stdout.write(
      `  ${kind.padEnd(10)} ${(fine.length / SECONDS).toFixed(1).padStart(7)}/s  p50 ${quantile(fine, 0.5)} ms, p99 ${quantile(fine, 0.99)} ms  ${told.join('; ')}\n`,
    )
  }
}

for (const connections of CONNECTIONS) {
  await load(connections)
  await sleep(3_000)
}
await shop.stop()
await postgres.stop()
