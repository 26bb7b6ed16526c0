import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '@shop/database/testing/free-port'
import { filledFolder, startProcess } from './shop-process.ts'
import {
  addPatient,
  analysisId,
  apiRoot,
  BRANCH,
  type Customer,
  call,
  confirmEmail,
  FERRITIN,
  freeTime,
  newCustomer,
} from './stage.ts'

test.describe.configure({ mode: 'parallel' })

const root = join(import.meta.dirname, '..')

function startAndWait(settings: Record<string, string>) {
  return spawnSync(
    join(root, 'node_modules/.bin/node'),
    [join(root, 'apps/storefront/build/server/server.js')],
    {
      env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...settings },
      encoding: 'utf8',
      timeout: 30_000,
    },
  )
}

async function registerAt(url: string, email: string): Promise<string> {
  const documents = (await (await fetch(`${url}/laboratory-api/documents`)).json()) as {
    slug: string
    version: string
    requiresAcceptance: boolean
  }[]
  const response = await fetch(`${url}/laboratory-api/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      email,
      password: 'correct horse battery',
      firstName: 'Anna',
      lastName: 'Kovaleva',
      acceptedDocuments: documents.filter((document) => document.requiresAcceptance),
    }),
  })
  expect(response.status).toBe(201)
  return ((await response.json()) as { accessToken: string }).accessToken
}

async function currentEmail(url: string, token: string): Promise<string> {
  const response = await fetch(`${url}/laboratory-api/users/current`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  return ((await response.json()) as { email: string }).email
}

test('a wrong setting ends the start with one line that names it', () => {
  const { status, stderr } = startAndWait({ PORT: 'eighty' })
  expect(status).toBe(1)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).toMatch(/^PORT: /)
})

test('production refuses the sandbox and default secrets', () => {
  const { status, stderr } = startAndWait({ PUBLIC_URL: 'https://shop.example.com' })
  expect(status).toBe(1)
  for (const name of ['PAYMENT_API_URL', 'SMTP_URL', 'CLIENT_ADDRESS_SECRET', 'ENCRYPTION_KEYS']) {
    expect(stderr).toContain(`${name}: `)
  }
})

test('a second process on the same embedded database is refused; the first ends cleanly, and its data is there at the next start', async () => {
  test.slow()
  const folder = filledFolder()
  const settings = { PORT: String(await freePort()), DATA_DIR: folder }
  const first = await startProcess('shop', settings)
  const { status, stderr } = startAndWait({ PORT: String(await freePort()), DATA_DIR: folder })
  expect(status).toBe(1)
  expect(stderr.trim()).toMatch(/^DATA_DIR: .* is in use by another process/)
  const token = await registerAt(first.url, 'anna@example.com')
  const ended = new Promise((resolve) => first.process.once('exit', resolve))
  first.process.kill('SIGINT')
  expect(await ended).toBe(0)
  const second = await startProcess('shop', settings)
  expect(await currentEmail(second.url, token)).toBe('anna@example.com')
  await second.stop()
})

interface Order {
  id: string
  number: string
}

interface Visit {
  start: string
  key: string
}

function orderFor({ shop, token }: Customer, patientId: string, analysis: number, visit: Visit) {
  return call<Order>(`${apiRoot(shop)}/orders`, {
    method: 'POST',
    token,
    headers: { 'Idempotency-Key': visit.key },
    body: {
      laboratoryId: BRANCH,
      patients: [{ patientId, analysisIds: [analysis] }],
      visit: { kind: 'branch', start: visit.start },
      feedback: { useEmail: true, usePhone: true, quickPhone: '' },
      expectedTotal: { price: 23.8, currency: 'BYN' },
    },
  })
}

test('a process killed while taking orders loses none that it acknowledged, and leaves none half done', async () => {
  test.slow()
  const settings = { PORT: String(await freePort()), DATA_DIR: filledFolder() }
  const first = await startProcess('shop', settings)
  const customer = await newCustomer({ url: first.url, sandbox: `${first.url}/sandbox` })
  await confirmEmail(customer)
  const patientId = await addPatient(customer)
  const ferritin = await analysisId(customer.shop, FERRITIN)
  const places = [0.1, 0.3, 0.5, 0.7, 0.9]
  const starts = await Promise.all(places.map((at) => freeTime(customer.shop, BRANCH, at)))
  const visits = starts.map((start): Visit => ({ start, key: crypto.randomUUID() }))
  const order = (visit: Visit) => orderFor(customer, patientId, ferritin, visit)

  const underWay = visits.map(order)
  const ended = new Promise((resolve) => first.process.once('exit', resolve))
  await Promise.race(underWay)
  first.process.kill('SIGKILL')
  const before = await Promise.allSettled(underWay)
  await ended

  const second = await startProcess('shop', settings)
  const answered = before.flatMap((each) => (each.status === 'fulfilled' ? [each.value.id] : []))
  const root = `${apiRoot(customer.shop)}/orders`
  for (const id of answered) {
    const { total } = await call<{ total: { price: number } }>(`${root}/${id}`, { token: customer.token })
    expect(total.price).toBe(23.8)
  }
  // Customers without an answer press again: an order that was stored is returned, the others are made now.
  const again = await Promise.all(visits.map(order))
  expect(again.map(({ id }) => id)).toEqual(expect.arrayContaining(answered))
  const kept = await call<Order[]>(root, { token: customer.token })
  expect(kept.map(({ id }) => id).sort()).toEqual(again.map(({ id }) => id).sort())
  await second.stop()
})
