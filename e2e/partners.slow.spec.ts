import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { freePort } from '@shop/database/testing/free-port'
import { type PostgresServer, startPostgres } from '@shop/database/testing/postgres-server'
import { logInDemo } from './desk-stage.ts'
import { type ShopProcess, startProcess } from './shop-process.ts'
import {
  addPatient,
  analysisId,
  apiRoot,
  type Customer,
  call,
  confirmEmail,
  FERRITIN,
  logInAs,
  newCustomer,
  payOrder,
  placeOrder,
  settleIn,
} from './stage.ts'
import { readMail, type ShopUnderTest } from './visitor.ts'

// One deployment of two partners: shop, main API and desk are one process each, on one database. The partners'
// hosts are two names of this machine.
test.describe.configure({ mode: 'default' })

const root = join(import.meta.dirname, '..')
/** A laboratory of both partners, and one that the other partner does not have. */
const [BRANCH, NOT_THEIRS] = [1, 2]

interface Partner extends ShopUnderTest {
  desk: string
  brand: string
  colour: string
  company: string
}
let folder: string
let file: string
let postgres: PostgresServer
const processes: ShopProcess[] = []
let one: Partner
let other: Partner
let environment: Record<string, string>

/** A copy of the catalogue without that laboratory, and with a higher price of ferritin. */
function ownCatalogue(): string {
  const catalogue = join(folder, 'catalogue')
  cpSync(join(root, 'catalogue'), catalogue, { recursive: true })
  const change = <Entry>(name: string, work: (entries: Entry[]) => Entry[]) => {
    const path = join(catalogue, name)
    writeFileSync(path, JSON.stringify(work(JSON.parse(readFileSync(path, 'utf8')))))
  }
  change<{ id: number; isActive: boolean }>('laboratories.json', (all) =>
    all.map((one) => (one.id === NOT_THEIRS ? { ...one, isActive: false } : one)),
  )
  change<{ code: string; prices: Record<string, number> }>('analyses.json', (all) =>
    all.map((one) => (one.code === FERRITIN ? { ...one, prices: { ...one.prices, BYN: 77.77 } } : one)),
  )
  return catalogue
}

function command(...args: string[]): string {
  return execFileSync(join(root, 'node_modules/.bin/node'), ['apps/laboratory-api/command.ts', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', ...environment },
    encoding: 'utf8',
    stdio: 'pipe',
  })
}

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-partners-'))
  postgres = await startPostgres()
  await postgres.createDatabase('shop')
  const [port, apiPort, deskPort] = [await freePort(), await freePort(), await freePort()]
  const partnerAt = (host: string) => ({
    url: `http://${host}:${port}`,
    sandbox: `http://${host}:${apiPort}/sandbox`,
    desk: `http://${host}:${deskPort}`,
  })
  one = {
    ...partnerAt('127.0.0.1'),
    brand: 'Norma',
    colour: '#173366',
    company: 'Norma Laboratories LLC',
  }
  other = {
    ...partnerAt('localhost'),
    brand: 'Vesna',
    colour: '#0f4a43',
    company: 'Vesna Family Clinics LLC',
  }
  const settingsOf = (partner: Partner, slug: string) => ({
    PUBLIC_URL: partner.url,
    API_PUBLIC_URL: apiRoot(partner),
    DESK_URL: partner.desk,
    MAIL_FROM: `post@${slug}.example`,
  })
  file = join(folder, 'partners.json')
  const vesna = { ...settingsOf(other, 'vesna'), DATABASE_SCHEMA_PREFIX: 'vesna' }
  writeFileSync(file, JSON.stringify({ synlab: settingsOf(one, 'synlab'), vesna }))
  environment = { PARTNERS_FILE: file, DATABASE_URL: postgres.url('shop') }
  const API_ROOT = `http://127.0.0.1:${apiPort}/laboratory-api`
  processes.push(
    await startProcess('laboratory-api', { ...environment, PORT: String(apiPort), TRUSTED_PROXIES: '1' }),
    await startProcess('shop', { ...environment, PORT: String(port), API_ROOT }),
    await startProcess('desk', { PARTNERS_FILE: file, PORT: String(deskPort), API_ROOT }),
  )
})
test.afterAll(async () => {
  await Promise.all(processes.map((started) => started.stop()))
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const both = () => [
  { partner: one, stranger: other },
  { partner: other, stranger: one },
]

const textOf = async (url: string) => (await fetch(url)).text()

test('each partner has its look, name, texts, contacts and pictures, and no page of one appears at the other', async ({
  page,
}) => {
  for (const { partner, stranger } of both()) {
    await page.goto(partner.url)
    await expect(page).toHaveTitle(new RegExp(` – ${partner.brand}$`))
    await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', partner.colour)
    await expect(page.getByRole('contentinfo')).toContainText(partner.brand)
    for (const path of ['/documents/public-offer', '/support', '/manifest.webmanifest', '/favicon.svg'])
      expect(await textOf(`${partner.url}${path}`), path).not.toContain(stranger.brand)
    expect(await textOf(`${partner.url}/documents/public-offer`)).toContain(partner.company)
    expect(await textOf(`${partner.url}/favicon.svg`)).toContain(partner.colour)
  }
  // Cached from the first turn on, separately for each.
  for (let turn = 0; turn < 3; turn++) {
    for (const { partner, stranger } of both()) {
      for (const path of ['/', '/categories', '/laboratories', '/profiles', '/sitemap.xml']) {
        const text = await textOf(`${partner.url}${path}`)
        expect(text, path).not.toContain(new URL(stranger.url).host)
        expect(text, path).not.toContain(stranger.brand)
      }
    }
  }
})

test('an unknown host gets no page, but the machine itself answers whether it is ready', async ({
  request,
}) => {
  const asked = (path: string) =>
    request.get(`${one.url}${path}`, { headers: { Host: 'shop.nobody.example' } })
  expect((await asked('/')).status()).toBe(421)
  expect((await asked('/readyz')).status()).toBe(200)
})

test('a catalogue belongs to one partner: its laboratories and its prices', async () => {
  const price = async (partner: Partner) => {
    const id = await analysisId(partner, FERRITIN)
    return JSON.stringify(await call(`${apiRoot(partner)}/labService/${id}?laboratoryId=${BRANCH}`))
  }
  const laboratories = async (partner: Partner) =>
    (await call<{ id: number }[]>(`${apiRoot(partner)}/laboratories`)).map(({ id }) => id)
  const before = await price(one)
  expect(() => command('catalogue:import', ownCatalogue())).toThrow('--partner: must be one of synlab, vesna')
  command('catalogue:import', ownCatalogue(), '--partner', 'vesna')
  await expect.poll(() => price(other)).toContain('77.77')
  expect(await price(one)).toBe(before)
  expect(await laboratories(one)).toContain(NOT_THEIRS)
  expect(await laboratories(other)).not.toContain(NOT_THEIRS)
  const path = `/laboratories/${NOT_THEIRS}`
  await expect.poll(async () => (await fetch(`${other.url}${path}`)).status).toBe(404)
  expect((await fetch(`${one.url}${path}`)).status).toBe(200)
})

async function buyer(partner: Partner, email?: string): Promise<Customer & { patientId: string }> {
  const customer = await newCustomer(partner, email ? { email } : {})
  await confirmEmail(customer)
  return { ...customer, patientId: await addPatient(customer) }
}

/** Whether the shop accepts the customer's session. */
async function isKnown(
  page: Page,
  context: BrowserContext,
  at: Partner,
  customer: Customer,
): Promise<boolean> {
  await context.clearCookies()
  await settleIn(context, at, BRANCH)
  await logInAs(context, { ...customer, shop: at })
  await page.goto(`${at.url}/orders`)
  return !/\/login/.test(page.url())
}

test('one person is two customers, and each session, order and mail belongs to one partner', async ({
  page,
  context,
}) => {
  const here = await buyer(one)
  const there = await buyer(other, here.email)
  expect(await isKnown(page, context, one, here)).toBe(true)
  expect(await isKnown(page, context, other, there)).toBe(true)
  expect(await isKnown(page, context, other, here)).toBe(false)
  expect(await isKnown(page, context, one, there)).toBe(false)
  for (const [customer, partner, stranger, total] of [
    [here, one, other, 23.8],
    [there, other, one, 84.67],
  ] as const) {
    const order = await placeOrder(customer, customer.patientId, { total })
    expect(new URL(order.redirectUrl).host).toBe(new URL(partner.sandbox).host)
    await payOrder(order)
    const mail = await readMail(partner, customer.email, new RegExp(order.number))
    expect(mail.text).toContain(partner.url)
    expect(`${mail.text} ${mail.html}`).not.toContain(new URL(stranger.url).host)
    expect(`${mail.text} ${mail.html}`).not.toContain(stranger.brand)
    const orders = await call<{ items?: unknown[] } | unknown[]>(`${apiRoot(partner)}/orders`, {
      token: customer.token,
    })
    expect(JSON.stringify(orders).match(/"number"/g)).toHaveLength(1)
  }
})

test('staff of one partner have no access to the other partner’s desk', async ({ page, context }) => {
  const token = await logInDemo(one, 'reception')
  const enter = async (at: Partner) => {
    await context.clearCookies()
    await context.addCookies([{ name: 'deskSession', value: token, url: at.desk, httpOnly: true }])
    await page.goto(at.desk)
  }
  await enter(one)
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Today' })).toBeVisible()
  await expect(page.locator('body')).not.toContainText(other.brand)
  await enter(other)
  await expect(page.getByRole('heading', { name: 'Log in to the desk' })).toBeVisible()
  await expect(page.locator('body')).not.toContainText(one.brand)
})
