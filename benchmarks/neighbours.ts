// What other people's work costs a guest: fifty logins a second, twenty PDFs at a time, and the import of a large
// catalogue. During each, a guest asks for a page twenty times a second, alternately a cached one and one rendered
// for the request, from one process with PostgreSQL. The floor is the same guest alone, beforehand in the same run.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { freePort } from '@shop/database/testing/free-port'
import { startPostgres } from '@shop/database/testing/postgres-server'
import { startProcess } from '../e2e/shop-process.ts'
import {
  addPatient,
  apiRoot,
  confirmEmail,
  findResult,
  networkOfItsOwn,
  newCustomer,
  PASSWORD,
  payOrder,
  placeOrder,
  reportResults,
} from '../e2e/stage.ts'
import { LOAD_SETTINGS } from '../scripts/operations/order-load.ts'
import { generateCatalogue } from './search/generate-catalogue.ts'
import { percentile } from './shop-process.ts'

const SECONDS = Number(process.env.SECONDS ?? 20)
const LOGINS_A_SECOND = 50
const PEOPLE = 20
const ANALYSES = Number(process.env.ANALYSES ?? 40_000)
const GOAL_MS = 100
/** A report of 23 values, and its price with the blood collection. */
const BLOOD_COUNT = { code: '1001', total: 28.8 }

/** The guest, in a separate thread whose clock does not wait for the others. */
const WATCH = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { Agent, get } = require('node:http')
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  const headers = { accept: 'text/html', cookie: 'activeLaboratoryId=1; acceptCookie=true' }
  const ask = (kind, path) => {
    const started = performance.now()
    const end = (status) => parentPort.postMessage({ kind, status, ms: performance.now() - started })
    get({ port: workerData, host: '127.0.0.1', agent, path, headers }, (answer) => {
      answer.resume().on('end', () => end(answer.statusCode))
    }).on('error', () => end('none'))
  }
  let turn = 0
  setInterval(() => {
    turn += 1
    if (turn % 2) ask('kept', '/')
    else ask('anew', '/search?searchNameTerm=fer' + turn)
  }, 50)`

interface Asked {
  kind: string
  status: number | string
  ms: number
}

const postgres = await startPostgres()
await postgres.createDatabase('shop')
const port = await freePort()
const databaseUrl = postgres.url('shop')
const shop = await startProcess('shop', {
  ...LOAD_SETTINGS,
  ...(process.env.REQUESTS_AT_ONCE ? { REQUESTS_AT_ONCE: process.env.REQUESTS_AT_ONCE } : {}),
  ...(process.env.PROFILE ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${process.env.PROFILE}` } : {}),
  PORT: String(port),
  DATABASE_URL: databaseUrl,
})
const stage = { url: shop.url, sandbox: `${shop.url}/sandbox` }

/** A patient with a report, and the path of its PDF. */
async function patientWithReport() {
  const customer = await newCustomer(stage)
  await confirmEmail(customer)
  const patientId = await addPatient(customer)
  const order = await placeOrder(customer, patientId, BLOOD_COUNT)
  await payOrder(order)
  await reportResults(stage, order.number)
  const { testResultId } = await findResult(customer, { patientId, orderNumber: order.number })
  return { ...customer, report: `/test-results/${testResultId}/patients/${patientId}/report.pdf` }
}

const people: Awaited<ReturnType<typeof patientWithReport>>[] = []
for (let index = 0; index < PEOPLE; index++) people.push(await patientWithReport())

type Done = Map<number | string, number>

const note = (done: Done, status: number | string) => done.set(status, (done.get(status) ?? 0) + 1)

async function logIn(index: number, done: Done): Promise<void> {
  const answer = await fetch(`${apiRoot(stage)}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': networkOfItsOwn() },
    body: JSON.stringify({ username: people[index % PEOPLE]!.email, password: PASSWORD }),
  })
  await answer.text()
  note(done, answer.status)
}

/** Fifty a second, whether or not the earlier ones have been answered. */
async function loginStorm(done: Done): Promise<void> {
  const logins: Promise<void>[] = []
  for (let index = 0; index < LOGINS_A_SECOND * SECONDS; index++) {
    logins.push(logIn(index, done))
    await sleep(1_000 / LOGINS_A_SECOND)
  }
  await Promise.all(logins)
}

/** Twenty at a time, one per person, over and over. */
async function papers(done: Done): Promise<void> {
  const end = Date.now() + SECONDS * 1_000
  while (Date.now() < end) {
    const answers = people.map(async ({ token, report }) => {
      const answer = await fetch(apiRoot(stage) + report, { headers: { Authorization: `Bearer ${token}` } })
      await answer.arrayBuffer()
      note(done, answer.status)
    })
    await Promise.all(answers)
  }
}

const folder = generateCatalogue(ANALYSES)

/** By the command, in a separate process; the shop goes on serving while it reads the new catalogue. */
async function catalogueImport(done: Done): Promise<void> {
  const command = join(import.meta.dirname, '../apps/laboratory-api/command.ts')
  const child = spawn(process.execPath, [...process.execArgv, command, 'catalogue:import', folder], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: 'ignore',
  })
  const [code] = await once(child, 'exit')
  note(done, code === 0 ? 'imported' : `exit ${code}`)
  // Until the shop and its pages have it too; they check for changes once a minute.
  await sleep(75_000)
}

let asked: Asked[] = []
const guest = new Worker(WATCH, { eval: true, workerData: port })
guest.on('message', (one: Asked) => asked.push(one))
const alone = () => sleep(SECONDS * 1_000)
// Pages are compiled and cached before anything counts.
await alone()

let floor: Record<string, number> = {}
const WORK: readonly [string, (done: Done) => Promise<unknown>][] = [
  ['alone', alone],
  [`${PEOPLE} PDFs at once`, papers],
  // After the PDFs, which need their sessions: with many sessions the oldest ones end.
  [`${LOGINS_A_SECOND} logins a second`, loginStorm],
  [`an import of ${ANALYSES.toLocaleString('en')} analyses`, catalogueImport],
]
const wanted = process.argv.slice(2)
for (const [name, work] of WORK.filter(
  ([name]) => wanted.length === 0 || wanted.some((each) => name.includes(each)),
)) {
  const done: Done = new Map()
  asked = []
  const started = performance.now()
  await work(done)
  const counted = asked
  const summary = [...done].map(([status, count]) => `${status}: ${count}`).join(', ')
  console.log(`${name}, ${((performance.now() - started) / 1_000).toFixed(0)} s ${summary && `(${summary})`}`)
  const worst: Record<string, number> = {}
  for (const kind of ['kept', 'anew']) {
    const own = counted.filter((one) => one.kind === kind)
    const times = own.map(({ ms }) => ms)
    const refused = own.filter(({ status }) => status !== 200).length
    const [p50, p99] = [0.5, 0.99].map((share) => percentile(times, share))
    worst[kind] = p99!
    const delay = p99! - (floor[kind] ?? p99!)
    const verdict = floor[kind]
      ? `, ${delay.toFixed(0)} ms later: ${delay <= GOAL_MS ? 'met' : 'NOT MET'}`
      : ''
    console.log(
      `  page ${kind}: ${times.length} times, p50 ${p50!.toFixed(1)}, p99 ${p99!.toFixed(1)}, longest ${Math.max(...times).toFixed(0)} ms, ${refused} refused${verdict}`,
    )
  }
  if (name === 'alone') floor = worst
  await sleep(3_000)
}
await guest.terminate()
await shop.stop()
await postgres.stop()
rmSync(folder, { recursive: true })
