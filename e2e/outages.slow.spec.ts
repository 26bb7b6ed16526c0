import { test as base, expect, type Page } from '@playwright/test'
import { freePort } from '@shop/database/testing/free-port'
import { childrenOf, type PostgresServer, startPostgres } from '@shop/database/testing/postgres-server'
import { Client } from 'pg'
import { type ShopProcess, startProcess } from './shop-process.ts'
import {
  addPatient,
  analysisId,
  apiRoot,
  BRANCH,
  type Customer,
  call,
  confirmEmail,
  FERRITIN,
  logInAs,
  newCustomer,
  settleIn,
} from './stage.ts'

interface Outage {
  postgres: PostgresServer
  shop: ShopProcess
  /** The shop's log messages, from warnings upwards. */
  logged: string[]
}

const TIMEOUTS = {
  DATABASE_CONNECT_TIMEOUT_MS: '1000',
  DATABASE_STATEMENT_TIMEOUT_MS: '1000',
  DATABASE_LOCK_TIMEOUT_MS: '500',
}

/** A shop of two processes on its own PostgreSQL server. */
const test = base.extend<{ outage: Outage }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
  outage: async ({}, use) => {
    const postgres = await startPostgres()
    await postgres.createDatabase('shop')
    const logged: string[] = []
    const settings = {
      PORT: String(await freePort()),
      DATABASE_URL: postgres.url('shop'),
      WORKERS: '2',
      ...TIMEOUTS,
    }
    const shop = await startProcess('shop', settings, (line) => logged.push(line))
    await use({ postgres, shop, logged })
    await shop.stop()
    await postgres.stop()
  },
})

async function isReady({ url }: ShopProcess): Promise<boolean> {
  return (await fetch(`${url}/readyz`).catch(() => null))?.ok ?? false
}

interface Buyer extends Customer {
  patientId: string
}

async function newBuyer({ shop }: Outage): Promise<Buyer> {
  const customer = await newCustomer({ url: shop.url, sandbox: `${shop.url}/sandbox` })
  await confirmEmail(customer)
  return { ...customer, patientId: await addPatient(customer) }
}

const orderOf = async ({ shop, patientId }: Buyer, start: string) => ({
  laboratoryId: BRANCH,
  patients: [{ patientId, analysisIds: [await analysisId(shop, FERRITIN)] }],
  visit: { kind: 'branch', start },
  feedback: { useEmail: true, usePhone: true, quickPhone: '' },
  expectedTotal: { price: 23.8, currency: 'BYN' },
})

/** Orders a time and cancels, so that the time is free again; returns the order's id if the shop acknowledged it. */
async function orderOnce(buyer: Buyer, start: string): Promise<string | null> {
  const { shop, token } = buyer
  const root = `${apiRoot(shop)}/orders`
  try {
    const { id } = await call<{ id: string }>(root, {
      method: 'POST',
      token,
      headers: { 'Idempotency-Key': crypto.randomUUID() },
      body: await orderOf(buyer, start),
    })
    await call(`${root}/${id}/cancel`, { method: 'POST', token }).catch(() => null)
    return id
  } catch {
    return null
  }
}

async function freeTimes({ shop }: Buyer): Promise<string[]> {
  const url = `${apiRoot(shop)}/visit-slots?laboratoryId=${BRANCH}`
  const slots = await call<{ start: string; free: number }[]>(url)
  return slots.filter(({ free }) => free > 0).map(({ start }) => start)
}

test('PostgreSQL restarts while people order: no process ends, no acknowledged order is lost, and ordering goes on', async ({
  outage,
}) => {
  const { postgres, shop, logged } = outage
  const buyers = await Promise.all(Array.from({ length: 6 }, () => newBuyer(outage)))
  const times = await freeTimes(buyers[0]!)
  let isOver = false
  const ordering = Promise.all(
    buyers.map(async (buyer, index) => {
      const acknowledged: string[] = []
      while (!isOver) {
        const id = await orderOnce(buyer, times[index]!)
        if (id) acknowledged.push(id)
      }
      return acknowledged
    }),
  )
  for (let restart = 0; restart < 3; restart++) await postgres.restart()
  isOver = true
  const acknowledged = await ordering
  expect(acknowledged.flat()).not.toEqual([])
  await expect.poll(() => isReady(shop)).toBe(true)
  expect(shop.process.exitCode).toBeNull()
  expect(logged.filter((line) => /uncaught error|being restarted/.test(line))).toEqual([])
  for (const [index, buyer] of buyers.entries()) {
    const kept = await call<{ id: string }[]>(`${apiRoot(buyer.shop)}/orders`, { token: buyer.token })
    expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged[index]!))
    expect(await orderOnce(buyer, times.at(-1 - index)!)).not.toBeNull()
  }
})

test('a shop started before its database waits for it, and serves once it is there', async () => {
  const postgres = await startPostgres()
  await postgres.createDatabase('shop')
  const logged: string[] = []
  const PORT = String(await freePort())
  const starting = Promise.withResolvers<ShopProcess>()
  await postgres.restart(async () => {
    const settings = { PORT, DATABASE_URL: postgres.url('shop'), ...TIMEOUTS }
    startProcess('shop', settings, (line) => logged.push(line)).then(starting.resolve, starting.reject)
    const waits = () => logged.filter((line) => line.includes('the database is not available yet')).length
    await expect.poll(waits).toBeGreaterThan(1)
  })
  const shop = await starting.promise
  await expect.poll(() => isReady(shop)).toBe(true)
  expect((await ask(`${shop.url}/`)).status).toBe(200)
  await shop.stop()
  await postgres.stop()
})

test('while PostgreSQL’s disk is full an order is refused without a trace and pages still work; the same order succeeds once there is room', async ({
  outage,
}) => {
  const { postgres, shop } = outage
  const buyer = await newBuyer(outage)
  const [start] = await freeTimes(buyer)
  const root = `${apiRoot(buyer.shop)}/orders`
  const headers = {
    Authorization: `Bearer ${buyer.token}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': crypto.randomUUID(),
  }
  const body = JSON.stringify(await orderOf(buyer, start!))
  const order = () => fetch(root, { method: 'POST', headers, body })
  const database = new Client({ connectionString: postgres.url('shop') })
  await database.connect()
  // PostgreSQL's own error, raised where the row would be written.
  await database.query(`
    create function public.full_disk() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger full_disk before insert on laboratory.customer_order
      for each row execute function public.full_disk()`)
  const refused = await order()
  expect(refused.status).toBe(503)
  expect(refused.headers.get('Retry-After')).toMatch(/^[1-9]/)
  expect(await refused.json()).toMatchObject({ code: 'not_ready' })
  expect(await call<unknown[]>(root, { token: buyer.token })).toEqual([])
  for (const path of ['/', '/readyz', '/healthz']) expect((await ask(shop.url + path)).status).toBe(200)
  await database.query('drop trigger full_disk on laboratory.customer_order')
  await database.end()
  const taken = await Promise.all([order(), order()])
  const ids = await Promise.all(taken.map(async (answer) => ((await answer.json()) as { id: string }).id))
  const kept = await call<{ id: string }[]>(root, { token: buyer.token })
  expect(kept.map(({ id }) => id)).toEqual([ids[0]])
  expect(ids[1]).toBe(ids[0])
})

test('a process that dies is restarted automatically, while the others go on', async ({ outage }) => {
  const { shop, logged } = outage
  const ended = new Set<number>()
  const pids = () => childrenOf(shop.process.pid!).filter((pid) => !ended.has(pid))
  const [first, second] = pids()
  ended.add(first!)
  process.kill(first!, 'SIGKILL')
  await expect.poll(() => pids().length).toBe(2)
  expect(pids()).toContain(second)
  expect(shop.process.exitCode).toBeNull()
  expect(logged.filter((line) => line.includes('being restarted'))).toHaveLength(1)
  await expect.poll(() => isReady(shop)).toBe(true)
})

const SERVER_ERROR = 'Something went wrong on our side'
/** A request that takes this long counts as never answered. */
const PATIENCE_MS = 10_000

function ask(url: string, customer?: Customer): Promise<Response> {
  const headers: Record<string, string> = customer
    ? { Cookie: `authToken=${encodeURIComponent(`Bearer ${customer.token}`)}; activeLaboratoryId=${BRANCH}` }
    : {}
  return fetch(url, { headers, signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'manual' })
}

async function openProfile(page: Page, customer: Customer): Promise<void> {
  await settleIn(page.context(), customer.shop)
  await logInAs(page.context(), customer)
  await page.goto(`${customer.shop.url}/settings?modal=editProfile`)
  await page.getByLabel('First name').fill('Eva')
}

async function saveProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
}

test('while PostgreSQL is frozen guests still read, customers see an error, and everything recovers automatically', {
  tag: ['@ASVS-16.5.2'],
}, async ({ outage, page }) => {
  const { postgres, shop } = outage
  const customer = await newCustomer({ url: shop.url, sandbox: `${shop.url}/sandbox` })
  await openProfile(page, customer)
  expect((await ask(`${shop.url}/`)).status).toBe(200)
  postgres.freeze()
  try {
    const ready = await ask(`${shop.url}/readyz`)
    expect(ready.status).toBe(503)
    expect(ready.headers.get('Content-Type')).toBe('application/problem+json')
    expect(await ready.json()).toMatchObject({ code: 'not_ready', missing: ['database'] })
    expect((await ask(`${shop.url}/healthz`)).status).toBe(200)
    expect((await ask(`${shop.url}/`)).status).toBe(200)
    const patients = await ask(`${shop.url}/patients`, customer)
    expect(patients.status).toBe(503)
    expect(await patients.text()).toContain(SERVER_ERROR)
    expect((await ask(`${shop.url}/sandbox/payment/checkouts/one`)).status).toBe(503)
    const refused = await ask(`${shop.url}/api/order/get-details`, customer)
    expect(await refused.json()).toMatchObject({ status: 503, code: 'not_ready' })
    await saveProfile(page)
    await expect(page.getByText('Error occurred').first()).toBeVisible()
    await expect(page.getByLabel('First name')).toHaveValue('Eva')
  } finally {
    postgres.thaw()
  }
  await expect.poll(() => isReady(shop)).toBe(true)
  await saveProfile(page)
  await expect(page.getByText('User profile has been successfully updated')).toBeVisible()
  expect((await ask(`${shop.url}/patients`, customer)).status).toBe(200)
})

test('a lock held on the sessions or on an account keeps no one waiting', async ({ outage }) => {
  const { postgres, shop } = outage
  const customer = await newCustomer({ url: shop.url, sandbox: `${shop.url}/sandbox` })
  const holder = new Client({ connectionString: postgres.url('shop') })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select * from laboratory.user_account for update')
  expect((await ask(`${shop.url}/patients`, customer)).status).toBe(200)
  await holder.query('lock table laboratory.access_token')
  // More concurrent requests than the shop has connections.
  const asked = Array.from({ length: 30 }, () => ask(`${shop.url}/patients`, customer))
  for (const answer of await Promise.all(asked)) expect(answer.status).toBe(503)
  expect((await ask(`${shop.url}/readyz`)).status).toBe(200)
  expect((await ask(`${shop.url}/`)).status).toBe(200)
  await holder.query('rollback')
  await holder.end()
  expect((await ask(`${shop.url}/patients`, customer)).status).toBe(200)
})
