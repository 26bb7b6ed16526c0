import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@shop/database/testing/temporary-folder'
import { beforeEach, expect, test } from 'vitest'
import { readPartnersFile } from './partners-file.ts'
import { readServerSettings, type SettingsError } from './settings.ts'

let folder: string
beforeEach(() => {
  folder = temporaryFolder('partners-file')
})

function fileOf(content: unknown): string {
  const file = join(folder, 'partners.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const ONE = { PUBLIC_URL: 'https://shop.synlab.example', MAIL_FROM: 'post@synlab.example' }
const OTHER = {
  PUBLIC_URL: 'https://shop.vesna.example',
  MAIL_FROM: 'post@vesna.example',
  DATABASE_SCHEMA_PREFIX: 'vesna',
}
const SETTINGS = {
  own: [...Object.keys(ONE), 'BEPAID_SHOP_ID', 'BEPAID_SECRET_KEY', 'BEPAID_TEST', 'STRIPE_SECRET_KEY'],
  differing: ['SMTP_URL'],
}
const read = (content: unknown, environment = {}) =>
  readPartnersFile({ PARTNERS_FILE: fileOf(content), ...environment }, SETTINGS, ['PUBLIC_URL', 'MAIL_FROM'])

function complaints(work: () => unknown): string[] {
  try {
    work()
    return []
  } catch (error) {
    return (error as SettingsError).lines
  }
}

test('without the file only PARTNER counts', () => {
  expect(readPartnersFile({ PARTNER: 'vesna' }, SETTINGS, ['PUBLIC_URL'])).toBeNull()
})

test('each partner has its own settings and, for those that it does not name, the settings of the process', () => {
  const shared = { DATABASE_URL: 'postgres://shop@127.0.0.1/shop', BUSINESS_TIME_ZONE: 'Europe/Minsk' }
  const zone = 'Europe/Warsaw'
  const partners = read(
    { synlab: ONE, vesna: { ...OTHER, BUSINESS_TIME_ZONE: zone, BEPAID_TEST: true } },
    shared,
  )!
  expect(partners.map(({ partner }) => partner)).toEqual(['synlab', 'vesna'])
  expect(partners[0]!.environment).toEqual({ ...shared, ...ONE, PARTNER: 'synlab' })
  expect(partners[1]!.environment).toEqual({
    ...shared,
    ...OTHER,
    BUSINESS_TIME_ZONE: zone,
    BEPAID_TEST: 'true',
    PARTNER: 'vesna',
  })
})

test('a partner’s secret in a file replaces the shared one', () => {
  const file = join(folder, 'url')
  writeFileSync(file, 'postgres://vesna_application@127.0.0.1/shop\n')
  const [one, other] = read(
    { synlab: ONE, vesna: { ...OTHER, DATABASE_URL_FILE: file } },
    { DATABASE_URL: 'postgres://shop@127.0.0.1/shop' },
  )!
  const urlOf = ({ environment }: { environment: Record<string, string | undefined> }) =>
    readServerSettings(environment, 3000).database
  expect(urlOf(one!)).toMatchObject({ url: 'postgres://shop@127.0.0.1/shop', schemaPrefix: undefined })
  expect(urlOf(other!)).toMatchObject({
    url: 'postgres://vesna_application@127.0.0.1/shop',
    schemaPrefix: 'vesna',
  })
})

test('without PostgreSQL each partner has a folder of its own', () => {
  const folders = read({ synlab: ONE, vesna: OTHER }, { DATA_DIR: '/srv/shop' })!.map(
    ({ environment }) => readServerSettings(environment, 3000).database.dataDir,
  )
  expect(folders).toEqual(['/srv/shop', '/srv/shop/vesna'])
})

test.each([
  ['a shared payment account', { BEPAID_SHOP_ID: '1' }, /^BEPAID_SHOP_ID: belongs to each partner/],
  ['a shared address', { PUBLIC_URL: 'https://shop.example' }, /^PUBLIC_URL: belongs to each partner/],
  [
    'a shared key in a file',
    { STRIPE_SECRET_KEY_FILE: '/run/key' },
    /^STRIPE_SECRET_KEY_FILE: belongs to each partner/,
  ],
  [
    'a setting PARTNER',
    { PARTNER: 'vesna' },
    /^PARTNER: not allowed with PARTNERS_FILE, which names the partners/,
  ],
])('%s is refused next to the file', (_, environment, complaint) => {
  expect(complaints(() => read({ synlab: ONE, vesna: OTHER }, environment))).toEqual([
    expect.stringMatching(complaint),
  ])
})

test.each([
  ['text that is not JSON', '{', /is not JSON/],
  ['no partner', {}, /names no partner/],
  ['a list', [ONE], /PARTNERS_FILE: /],
  [
    'a secret',
    { synlab: { ...ONE, BEPAID_SECRET_KEY: 'x' } },
    /synlab: BEPAID_SECRET_KEY: .*BEPAID_SECRET_KEY_FILE/,
  ],
  [
    'a setting of the whole process',
    { synlab: { ...ONE, PORT: '3000' } },
    /synlab: PORT: not a setting of one partner/,
  ],
  ['a partner without a sender', { synlab: { PUBLIC_URL: ONE.PUBLIC_URL } }, /synlab: MAIL_FROM: required/],
  [
    'two partners with the same tables',
    { synlab: ONE, vesna: ONE },
    /DATABASE_SCHEMA_PREFIX: the same for synlab, vesna/,
  ],
])('a file with %s is refused', (_, content, complaint) => {
  expect(complaints(() => read(content)).join('\n')).toMatch(complaint)
})

test('a program that serves only one partner does not start with the file', () => {
  const environment = { PARTNERS_FILE: fileOf({ synlab: ONE }) }
  expect(complaints(() => readServerSettings(environment, 3000))).toEqual([
    'PARTNERS_FILE: this program serves one partner',
  ])
})
