import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@shop/database/testing/temporary-folder'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { countRequest, registry, watchQueues } from './metrics.ts'
import { readMigrationSettings } from './migration-settings.ts'
import { forPartners, type PartnerProgram } from './run-partners.ts'
import { type Environment, readServerSettings } from './settings.ts'

interface Settings {
  partner: string
  url: string
}

const ownersAddress = join(temporaryFolder('run-partners'), 'owner')
writeFileSync(ownersAddress, 'postgres://shop_owner@127.0.0.1/shop\n')

const closed: string[] = []
const migrated: string[] = []

const program: PartnerProgram<Settings, { partner: string }> = {
  name: 'storefront',
  partnerSettings: { own: ['PUBLIC_URL', 'STRIPE_SECRET_KEY'], differing: [] },
  neededOf: () => ['PUBLIC_URL'],
  readSettings: (environment: Environment) => ({
    server: readServerSettings(environment, 3000),
    partner: environment.PARTNER ?? 'alone',
    url: environment.PUBLIC_URL ?? 'http://127.0.0.1:3000',
  }),
  readForMigration: (environment: Environment) => ({
    server: readMigrationSettings(environment),
    partner: environment.PARTNER ?? 'alone',
  }),
  addressesOf: ({ url }) => [url],
  prepare: async () => {},
  async migrate({ partner }) {
    migrated.push(partner)
    return ['0001_tables']
  },
  async open({ partner, url }) {
    if (partner === 'broken') throw new Error('it cannot start')
    const app = new Hono()
    app.get('/readyz', (c) => c.text('ok', partner === 'vesna' && !isReady ? 503 : 200))
    app.all('*', (c) => {
      countRequest({ program: 'storefront', method: 'GET', route: '/of-partner', status: 200, ms: 1 })
      return c.text(partner)
    })
    const queue = { queue: 'mail', due: partner.length, oldestSeconds: 0, failed: 0 }
    watching.push(watchQueues(async () => [queue]))
    return { app, addresses: [['Shop', url]], close: async () => void closed.push(partner) }
  },
}
const watching: (() => void)[] = []
afterEach(() => {
  for (const stop of watching.splice(0)) stop()
})
let isReady = true

const TWO = {
  synlab: { PUBLIC_URL: 'https://shop.synlab.example' },
  vesna: { PUBLIC_URL: 'http://shop.vesna.example:8080', DATABASE_SCHEMA_PREFIX: 'vesna' },
}

function programOf(partners: object) {
  const file = join(temporaryFolder('run-partners'), 'partners.json')
  writeFileSync(file, JSON.stringify(partners))
  return forPartners(program, { PARTNERS_FILE: file })
}
async function open(partners: object = TWO) {
  const several = programOf(partners)
  return several.open(await several.readSettings(), pino({ level: 'silent' }))
}

test('a request belongs to its host’s partner, in every spelling that browsers and proxies send', async () => {
  const { app } = await open()
  const asked = async (host: string) => {
    const answer = await app.request('/', { headers: { Host: host } })
    return answer.status === 200 ? answer.text() : answer.status
  }
  expect(await asked('shop.synlab.example')).toBe('synlab')
  expect(await asked('SHOP.SYNLAB.example:443')).toBe('synlab')
  expect(await asked('shop.vesna.example:8080')).toBe('vesna')
  for (const host of ['shop.vesna.example', 'shop.synlab.example.evil.example', '127.0.0.1', ''])
    expect(await asked(host)).toBe(421)
})

test('the machine’s own address is ready once all partners are, and answers nothing else', async () => {
  const { app } = await open()
  const ready = () => app.request('/readyz', { headers: { Host: '10.0.0.7' } })
  expect((await ready()).status).toBe(200)
  isReady = false
  expect((await ready()).status).toBe(503)
  isReady = true
  expect((await app.request('/readyz', { method: 'POST', headers: { Host: '10.0.0.7' } })).status).toBe(421)
})

test('requests and queues are counted for their partner', async () => {
  const { app } = await open()
  await app.request('/', { headers: { Host: 'shop.synlab.example' } })
  const text = await registry.metrics()
  expect(text).toMatch(
    /^http_request_duration_seconds_count\{[^}]*route="\/of-partner"[^}]*partner="synlab"\} \d/m,
  )
  expect(text).toMatch(/^jobs_due\{queue="mail",partner="vesna"\} 5$/m)
  expect(text).toMatch(/^jobs_due\{queue="mail",partner="synlab"\} 6$/m)
})

test('tables are brought up to date for each partner, and all partners are closed', async () => {
  // Secrets that only the partner's processes may read are not read here.
  const several = programOf({
    ...TWO,
    vesna: {
      ...TWO.vesna,
      DATABASE_URL_FILE: ownersAddress,
      STRIPE_SECRET_KEY_FILE: '/run/secrets/vesna-stripe',
      VAULT_URL: 'https://vault.example/v1/secret/data/vesna',
    },
  })
  const settings = await several.readForMigration()
  expect(settings).toMatchObject({
    partners: [{ partner: 'synlab' }, { settings: { server: { database: { schemaPrefix: 'vesna' } } } }],
  })
  expect(await several.migrate(settings)).toEqual(['synlab: 0001_tables', 'vesna: 0001_tables'])
  expect(migrated).toEqual(['synlab', 'vesna'])
  closed.length = 0
  await (await open()).close()
  expect(closed).toEqual(['synlab', 'vesna'])
})

test('one partner that cannot start ends the start, and nothing stays open', async () => {
  closed.length = 0
  const broken = { PUBLIC_URL: 'https://shop.broken.example', DATABASE_SCHEMA_PREFIX: 'broken' }
  await expect(open({ ...TWO, broken })).rejects.toThrow('it cannot start')
  expect(closed).toEqual(['synlab', 'vesna'])
})

test('two partners with one host are refused, and wrong settings name the partner', async () => {
  const { PUBLIC_URL } = TWO.synlab
  await expect(programOf({ ...TWO, vesna: { ...TWO.vesna, PUBLIC_URL } }).readSettings()).rejects.toThrow(
    'PARTNERS_FILE: shop.synlab.example: a host of synlab and of vesna',
  )
  await expect(
    programOf({ ...TWO, vesna: { ...TWO.vesna, DATABASE_SCHEMA_PREFIX: 'Vesna' } }).readSettings(),
  ).rejects.toThrow(/^PARTNERS_FILE: vesna: DATABASE_SCHEMA_PREFIX: /)
})

test('without the file it is the program itself', async () => {
  const alone = forPartners(program, { PARTNER: 'vesna' })
  const { app } = await alone.open(await alone.readSettings(), pino({ level: 'silent' }))
  expect(await (await app.request('/', { headers: { Host: 'any.example' } })).text()).toBe('vesna')
})
