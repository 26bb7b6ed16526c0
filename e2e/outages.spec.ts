import { test as base, expect } from '@playwright/test'
import { childrenOf, type PostgresServer, startPostgres } from '@shop/database/testing/postgres-server'
import { freePort, type ShopProcess, startProcess } from './shop-process.ts'
import {
  addPatient,
  analysisId,
  apiRoot,
  BRANCH,
  type Customer,
  call,
  confirmEmail,
  FERRITIN,
  newCustomer,
} from './stage.ts'

interface Outage {
  postgres: PostgresServer
  shop: ShopProcess
  /** Messages of the shop's log, from warnings on. */
  logged: string[]
}

/** A shop of two processes on a PostgreSQL server of its own. */
const test = base.extend<{ outage: Outage }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
  outage: async ({}, use) => {
    const postgres = await startPostgres()
    await postgres.createDatabase('shop')
    const logged: string[] = []
    const settings = { PORT: String(await freePort()), DATABASE_URL: postgres.url('shop'), WORKERS: '2' }
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

/** Orders for a time and cancels, so that the next may have it; answers the order's id if the shop acknowledged it. */
async function orderOnce({ shop, token, patientId }: Buyer, start: string): Promise<string | null> {
  const root = `${apiRoot(shop)}/orders`
  try {
    const { id } = await call<{ id: string }>(root, {
      method: 'POST',
      token,
      headers: { 'Idempotency-Key': crypto.randomUUID() },
      body: {
        laboratoryId: BRANCH,
        patients: [{ patientId, analysisIds: [await analysisId(shop, FERRITIN)] }],
        visit: { kind: 'branch', start },
        feedback: { useEmail: true, usePhone: true, quickPhone: '' },
        expectedTotal: { price: 23.8, currency: 'BYN' },
      },
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
  expect(logged.filter((line) => /nothing caught|started again/.test(line))).toEqual([])
  for (const [index, buyer] of buyers.entries()) {
    const kept = await call<{ id: string }[]>(`${apiRoot(buyer.shop)}/orders`, { token: buyer.token })
    expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged[index]!))
    expect(await orderOnce(buyer, times.at(-1 - index)!)).not.toBeNull()
  }
})

test('a process that dies comes back by itself, and the others go on meanwhile', async ({ outage }) => {
  const { shop, logged } = outage
  const ended = new Set<number>()
  const pids = () => childrenOf(shop.process.pid!).filter((pid) => !ended.has(pid))
  const [first, second] = pids()
  ended.add(first!)
  process.kill(first!, 'SIGKILL')
  await expect.poll(() => pids().length).toBe(2)
  expect(pids()).toContain(second)
  expect(shop.process.exitCode).toBeNull()
  expect(logged.filter((line) => line.includes('started again'))).toHaveLength(1)
  await expect.poll(() => isReady(shop)).toBe(true)
})
