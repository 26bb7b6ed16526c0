import { type ChildProcess, fork, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createMainApiClient } from '@shop/contract/main-api-client'
import { patientToWire } from '@shop/contract/patients'
import { repositoryRoot } from '@shop/database/repository-root'
import { startPostgres } from '@shop/database/testing/postgres-server'
import type { BareShopper } from './cart/bare-sql.ts'

// Lines added to carts per second: the shop's POST /api/cart/add-to-cart (main API and storefront in one process) and
// the same statements bare, through `pg` behind node:http. Ten shoppers at a time, the servers in turn, in one run on
// one PostgreSQL: only the ratio means something.

const ROUNDS = 3
const SECONDS = Number(process.env.SECONDS ?? 5)
const SHOPPERS = 10
/** A cart is emptied after this many lines, so that all answers are about as long. */
const LONGEST_CART = 20
const LABORATORY_ID = '1'

interface Shopper {
  token: string
  userId: string
  patientId: string
}

interface Contender {
  name: string
  add(shopper: number, step: number): Promise<Response>
  rates: number[]
  p99: number[]
}

const children: ChildProcess[] = []
const postgres = await startPostgres()

async function startShop(databaseUrl: string): Promise<string> {
  const bundle = join(repositoryRoot, 'apps/storefront/build/server/server.js')
  if (!existsSync(bundle)) throw new Error('Run `npm run build` first')
  const port = String(20_000 + (process.pid % 20_000))
  const child = spawn(process.execPath, [bundle], {
    env: { PORT: port, DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn', NODE_ENV: 'production' },
    stdio: 'ignore',
  })
  children.push(child)
  const root = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 600; tries++) {
    const ready = await fetch(`${root}/readyz`).catch(() => null)
    if (ready?.ok) return root
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The shop did not start')
}

async function register(root: string, index: number): Promise<Shopper> {
  const guest = createMainApiClient({ root: `${root}/laboratory-api`, fetch })
  const documents = await guest.documents()
  const { accessToken: token, user } = await guest.register({
    email: `shopper-${index}@example.com`,
    password: 'a long benchmark phrase',
    firstName: 'Anna',
    lastName: 'Kovaleva',
    acceptedDocuments: documents
      .filter(({ requiresAcceptance }) => requiresAcceptance)
      .map(({ slug, version }) => ({ slug, version })),
  })
  const api = createMainApiClient({ root: `${root}/laboratory-api`, fetch, token })
  const names = { firstName: 'Anna', lastName: 'Kovaleva' }
  const patient = await api.createPatient(
    patientToWire({ ...names, gender: 'FEMALE', dateOfBirth: '1992-03-05' }),
  )
  return { token, userId: user.id, patientId: patient.id }
}

/** Analyses that ask for nothing: no rule, nothing to bring. */
async function plainAnalysisIds(root: string): Promise<number[]> {
  const api = createMainApiClient({ root: `${root}/laboratory-api`, fetch })
  const analyses = await api.analyses(LABORATORY_ID)
  return analyses
    .filter(({ rules, materials }) => rules.length === 0 && materials.every(({ isOptional }) => !isOptional))
    .map(({ id }) => id)
}

function cartId(index: number): string {
  return `benchmark-cart-${index}`
}

function shopContender(root: string, shoppers: Shopper[], analysisIds: number[]): Contender {
  const headers = (index: number) => ({
    // The bare statements are not compressed either.
    'Accept-Encoding': 'identity',
    Authorization: `Bearer ${shoppers[index]!.token}`,
    'Content-Type': 'application/json',
    'X-Cart-Storage-Id': cartId(index),
    'X-Laboratory-Id': LABORATORY_ID,
  })
  return {
    name: 'POST /api/cart/add-to-cart',
    async add(index, step) {
      if (step % LONGEST_CART === 0) {
        await fetch(`${root}/api/cart/reset-cart`, { method: 'POST', headers: headers(index) })
      }
      const analysisId = analysisIds[step % LONGEST_CART]
      const body = JSON.stringify({ analysisId, patientIds: [shoppers[index]!.patientId] })
      return fetch(`${root}/api/cart/add-to-cart`, { method: 'POST', headers: headers(index), body })
    },
    rates: [],
    p99: [],
  }
}

async function bareContender(databaseUrl: string, shoppers: Shopper[]): Promise<Contender> {
  const bare = shoppers.map(
    ({ token, userId }, index): BareShopper => ({
      tokenHash: createHash('sha256').update(token).digest('base64url'),
      userId,
      cartKey: `/storage/synlab/carts/${cartId(index)}`,
      draftKey: `/storage/synlab/order-details/${cartId(index)}`,
    }),
  )
  const file = join(import.meta.dirname, 'cart/bare-sql.ts')
  const child = fork(file, [databaseUrl, JSON.stringify(bare)], { env: { NODE_ENV: 'production' } })
  children.push(child)
  const [port] = (await once(child, 'message')) as [number]
  return {
    name: 'the same statements bare',
    add: (index) =>
      fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        body: '{}',
        headers: { 'X-Shopper': String(index) },
      }),
    rates: [],
    p99: [],
  }
}

async function measure({ add, rates, p99 }: Contender, seconds: number): Promise<void> {
  const times: number[] = []
  const started = performance.now()
  const end = started + seconds * 1000
  const shop = async (index: number) => {
    for (let step = 0; performance.now() < end; step++) {
      const sent = performance.now()
      const response = await add(index, step)
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`answered ${response.status}`)
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: SHOPPERS }, (_, index) => shop(index)))
  rates.push((times.length / (performance.now() - started)) * 1000)
  p99.push(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!)
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

try {
  const root = await startShop(postgres.url())
  const shoppers = await Promise.all(Array.from({ length: SHOPPERS }, (_, index) => register(root, index)))
  const shop = shopContender(root, shoppers, await plainAnalysisIds(root))
  // The shop goes first, so that the bare statements find its documents.
  await measure({ ...shop, rates: [], p99: [] }, 2)
  const bare = await bareContender(postgres.url(), shoppers)
  await measure({ ...bare, rates: [], p99: [] }, 1)
  const contenders = [bare, shop]
  for (let round = 0; round < ROUNDS; round++) for (const each of contenders) await measure(each, SECONDS)
  for (const { name, rates, p99 } of contenders) {
    const rate = median(rates).toFixed(0).padStart(6)
    console.log(`${name.padEnd(30)} ${rate} additions/s   p99 ${median(p99).toFixed(1)} ms`)
  }
  const ratio = median(shop.rates) / median(bare.rates)
  console.log(`\nshop / bare statements ${ratio.toFixed(2)}   (goal 0.50)`)
} finally {
  for (const child of children) child.kill()
  await postgres.stop()
}
