import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createMainApiClient } from '@shop/contract/main-api-client'
import { patientToWire } from '@shop/contract/patients'
import { startPostgres } from '@shop/database/testing/postgres-server'
import { Pool } from 'pg'
import {
  cpuTime,
  ENCRYPTION_KEY,
  median,
  percentile,
  registerAccount,
  type ServerProcess,
  startServer,
  startShop,
} from './shop-process.ts'

// Orders with one line created per second: by the shop's POST orders (with its mails and the call to the payment
// provider), and by the statements of one such order alone, repeated through `pg`. Ten buyers at a time, the
// servers in turn, in one run on one PostgreSQL: only the ratios mean something. Argument: another build's
// server.js.

const ROUNDS = Number(process.env.ROUNDS ?? 3)
const BUYERS = 10
/** Orders per buyer in one measurement. */
const ORDERS = Number(process.env.ORDERS ?? 30)
const LABORATORY_ID = 1

export interface Buyer {
  token: string
  userId: string
  patientId: string
}

/** An order without its patient. */
export interface OrderBodies {
  laboratoryId: number
  patient: { analysisIds: number[]; optionalMaterials: object; pregnant: boolean }
  visit: { kind: 'branch'; start: string }
  /** Visit times that the orders take in turn. */
  slots: string[]
  feedback: { useEmail: boolean; usePhone: boolean; quickPhone: string }
  expectedTotal: { price: number; currency: string }
}

interface Contender {
  name: string
  server: ServerProcess
  rates: number[]
  p99: number[]
  cpu: number[]
}

const postgres = await startPostgres()
const pool = new Pool({ connectionString: postgres.url(), max: 1 })
pool.on('error', () => {})
const servers: ServerProcess[] = []

/** A payment provider that opens a page immediately. */
async function startProvider(): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const token = randomUUID()
      const checkout = { token, redirect_url: `http://${request.headers.host}/${token}` }
      response.writeHead(201, { 'Content-Type': 'application/json' }).end(JSON.stringify({ checkout }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function register(root: string, index: number): Promise<Buyer> {
  const { api, token, userId } = await registerAccount(root, `buyer-${index}@example.com`)
  await pool.query('update laboratory.user_account set email_confirmed_at = now() where id = $1', [userId])
  const { id: patientId } = await api.createPatient(
    patientToWire({ firstName: 'Anna', lastName: 'Kovaleva', gender: 'FEMALE', dateOfBirth: '1992-03-05' }),
  )
  return { token, userId, patientId }
}

let sent = 0

function send(root: string, { token, patientId }: Buyer, { patient, slots, ...body }: OrderBodies) {
  const visit = { ...body.visit, start: slots[sent++ % slots.length] }
  return fetch(`${root}/orders`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
    },
    body: JSON.stringify({ ...body, visit, patients: [{ patientId, ...patient }] }),
  })
}

/** The smallest order, at a free time, with the total that the shop itself returns. */
async function orderBodies(root: string, buyer: Buyer): Promise<OrderBodies> {
  const api = createMainApiClient({ root, fetch, token: buyer.token })
  const analyses = await api.analyses({ laboratoryId: LABORATORY_ID })
  const plain = analyses.find(
    ({ rules, materials }) => rules.length === 0 && materials.every(({ isOptional }) => !isOptional),
  )!
  const free = (await api.visitSlots({ laboratoryId: LABORATORY_ID, days: 30 })).slice(-50)
  const bodies: OrderBodies = {
    laboratoryId: LABORATORY_ID,
    patient: { analysisIds: [plain.id], optionalMaterials: {}, pregnant: false },
    visit: { kind: 'branch', start: free[0]!.start },
    slots: free.map(({ start }) => start),
    feedback: { useEmail: true, usePhone: false, quickPhone: '' },
    expectedTotal: { price: 0, currency: plain.prices[0]!.currency },
  }
  const refused = (await (await send(root, buyer, bodies)).json()) as { total: OrderBodies['expectedTotal'] }
  return { ...bodies, expectedTotal: refused.total }
}

async function measure(contender: Contender, buyers: readonly Buyer[], bodies: OrderBodies): Promise<void> {
  const { server, rates, p99, cpu } = contender
  // All places are free again, and no one has more unpaid orders than allowed.
  await pool.query('delete from laboratory.visit_slot')
  await pool.query(`update laboratory.customer_order set state = 'cancelled' where state = 'awaitingPayment'`)
  const times: number[] = []
  const before = cpuTime(server.pid)
  const started = performance.now()
  const buy = async (buyer: Buyer) => {
    for (let order = 0; order < ORDERS; order++) {
      const sent = performance.now()
      const response = await send(server.root, buyer, bodies)
      const body = await response.text()
      if (response.status !== 201) throw new Error(`answered ${response.status}: ${body}`)
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(buyers.map(buy))
  rates.push((times.length / (performance.now() - started)) * 1000)
  p99.push(percentile(times, 0.99))
  cpu.push((cpuTime(server.pid) - before) / times.length)
}

const provider = await startProvider()
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
try {
  const shop = await startShop(postgres.url(), process.argv[2], {
    PAYMENT_API_URL: provider.url,
    PAYMENT_PAGE_HOSTS: new URL(provider.url).host,
    BEPAID_SHOP_ID: 'shop',
    BEPAID_SECRET_KEY: 'secret of the benchmark',
    BEPAID_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    // Those of the floor, which opens the same database.
    ENCRYPTION_KEYS: ENCRYPTION_KEY,
    BRANCH_SLOT_CAPACITY: '1000',
    UNPAID_ORDER_LIMIT: '1000',
  })
  servers.push(shop)
  const root = `${shop.root}/laboratory-api`
  const buyers = await Promise.all(Array.from({ length: BUYERS }, (_, index) => register(shop.root, index)))
  const bodies = await orderBodies(root, buyers[0]!)
  const file = join(import.meta.dirname, 'orders/bare-sql.ts')
  const bare = await startServer(file, [postgres.url(), JSON.stringify({ buyers, bodies })])
  servers.push(bare)
  const figures = () => ({ rates: [], p99: [], cpu: [] })
  const floor: Contender = { name: 'the same statements bare', server: bare, ...figures() }
  const real: Contender = { name: 'POST orders', server: { ...shop, root }, ...figures() }
  for (const each of [floor, real]) await measure({ ...each, ...figures() }, buyers, bodies)
  for (let round = 0; round < ROUNDS; round++) {
    for (const each of [floor, real]) await measure(each, buyers, bodies)
  }
  for (const { name, rates, p99, cpu } of [floor, real]) {
    const rate = median(rates).toFixed(0).padStart(6)
    const figure = `p99 ${median(p99).toFixed(1)} ms   CPU each ${median(cpu).toFixed(2)} ms`
    console.log(`${name.padEnd(26)}${rate} orders/s   ${figure}`)
  }
  console.log(`\nshop / bare statements ${(median(real.rates) / median(floor.rates)).toFixed(2)} by rate`)
} finally {
  provider.server.close()
  for (const { child } of servers) child.kill('SIGTERM')
  await pool.end()
  await postgres.stop()
}
