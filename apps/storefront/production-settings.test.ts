import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OURS } from '@shop/database/testing/certificates'
import { temporaryFolder } from '@shop/database/testing/temporary-folder'
import { secretsInSight } from '@shop/server/production'
import { expect, test } from 'vitest'
import { readSettings as readDeskSettings } from '../desk/settings.ts'
import { readForMigration as readMainApiForMigration } from '../laboratory-api/settings.ts'
import { complaints, LIVE, TLS } from './server/testing/live-settings.ts'
import { readForMigration, readSettings } from './settings.ts'

const NO_PLAIN =
  'production refuses plain http from other machines; TLS_CERT_FILE and TLS_KEY_FILE are expected, or NETWORK_ENCRYPTED=true'

test('production refuses plain http from other machines, for visitors and for metrics', {
  tags: ['ASVS-12.3.1', 'ASVS-12.3.3'],
}, () => {
  const open = { ...LIVE, HOST: '0.0.0.0', METRICS_PORT: '9464', METRICS_HOST: '192.0.2.7' }
  expect(complaints(open)).toEqual([`HOST: ${NO_PLAIN}`, `METRICS_HOST: ${NO_PLAIN}`])
  const folder = temporaryFolder('settings')
  const files = { TLS_CERT_FILE: join(folder, 'cert.pem'), TLS_KEY_FILE: join(folder, 'key.pem') }
  expect(complaints({ ...open, ...files })).toEqual([
    `TLS_CERT_FILE: ${files.TLS_CERT_FILE} cannot be read (ENOENT)`,
    `TLS_KEY_FILE: ${files.TLS_KEY_FILE} cannot be read (ENOENT)`,
  ])
  for (const file of Object.values(files)) writeFileSync(file, 'PEM')
  expect(complaints({ ...open, ...files })).toEqual([
    expect.stringContaining('TLS_CERT_FILE: cannot be used with TLS_KEY_FILE'),
  ])
  writeFileSync(files.TLS_CERT_FILE, OURS.cert)
  writeFileSync(files.TLS_KEY_FILE, OURS.key)
  expect(complaints({ ...open, ...files })).toEqual([])
  expect(readSettings({ ...open, ...files }).server.tls).toEqual({
    cert: files.TLS_CERT_FILE,
    key: files.TLS_KEY_FILE,
  })
  expect(complaints({ ...LIVE, TLS_CERT_FILE: files.TLS_CERT_FILE })).toEqual([
    'TLS_KEY_FILE: certificate and key belong together',
  ])
  // A mesh or a tunnel encrypts the incoming traffic.
  expect(complaints({ ...open, NETWORK_ENCRYPTED: 'true' })).toEqual([])
})

test('a desk refuses plain http too, and does not use it to reach a main API elsewhere', {
  tags: ['ASVS-12.3.3'],
}, () => {
  const desk = {
    NODE_ENV: 'production',
    DESK_URL: 'https://desk.example.com',
    API_ROOT: 'http://api.internal/laboratory-api',
    HOST: '0.0.0.0',
    CLIENT_ADDRESS_SECRET: LIVE.CLIENT_ADDRESS_SECRET,
  }
  expect(complaints(desk, readDeskSettings)).toEqual([
    `API_ROOT: ${TLS}; https:// is expected`,
    `HOST: ${NO_PLAIN}`,
  ])
  expect(
    complaints(
      { ...desk, HOST: '127.0.0.1', API_ROOT: 'https://api.internal/laboratory-api' },
      readDeskSettings,
    ),
  ).toEqual([])
  // Behind a proxy on the same machine, with no public address set.
  const behind = { NODE_ENV: 'production', API_ROOT: desk.API_ROOT }
  expect(complaints(behind, readDeskSettings)).toEqual([
    'DESK_URL: production refuses plain http; https:// is expected',
    `API_ROOT: ${TLS}; https:// is expected`,
    'CLIENT_ADDRESS_SECRET: production refuses the default secret',
  ])
})

test('production refuses by name every secret that a process does not need', {
  tags: ['ASVS-13.3.2'],
}, () => {
  const needless = (name: string) => `${name}: production refuses a secret that this process does not need`
  const { CLIENT_ADDRESS_SECRET, SMTP_URL, ...others } = LIVE
  const live = { ...others, CLIENT_ADDRESS_SECRET, SMTP_URL }
  const apart = {
    NODE_ENV: 'production',
    PUBLIC_URL: LIVE.PUBLIC_URL,
    API_ROOT: 'https://api.example.com/laboratory-api',
    CLIENT_ADDRESS_SECRET,
  }
  const of = ['SMTP_URL', 'BEPAID_SECRET_KEY', 'ENCRYPTION_KEYS']
  expect(complaints({ ...live, ...apart })).toEqual(of.map(needless))
  expect(complaints({ ...apart, KMS_TOKEN_FILE: '/run/secrets/kms' })).toEqual([needless('KMS_TOKEN')])
  const desk = { NODE_ENV: 'production', DESK_URL: 'https://desk.example.com', CLIENT_ADDRESS_SECRET }
  expect(
    complaints({ ...live, ...desk, DATABASE_URL: 'postgres://localhost/shop' }, readDeskSettings),
  ).toEqual(['DATABASE_URL', ...of].map(needless))
  // The main API needs only the chosen payment provider's secret, never the gateway's; the web role sends no mail.
  const main = { ...live, STRIPE_SECRET_KEY: 'sk_live_1', HL7_CLIENT_KEY: 'PEM' }
  expect(complaints(main)).toEqual(['STRIPE_SECRET_KEY', 'HL7_CLIENT_KEY'].map(needless))
  expect(complaints({ ...live, ROLE: 'web', DATABASE_URL: 'postgres://localhost/shop' })).toEqual([
    needless('SMTP_URL'),
  ])
})

test('a database elsewhere is opened with a certificate, or with a password that is rotated automatically', {
  tags: ['ASVS-13.2.1'],
}, () => {
  const elsewhere = (credentials: string, more = '') =>
    `postgres://${credentials}@db.inner/shop?sslmode=verify-full${more}`
  const refused = (name: string) =>
    `${name}: production refuses a permanent password; sslcert= and sslkey= are expected, or DATABASE_PASSWORD_ROTATED=true`
  const fixed = { DATABASE_URL: elsewhere('shop:secret'), DATABASE_DIRECT_URL: elsewhere('owner:secret') }
  expect(complaints({ ...LIVE, ...fixed })).toEqual(Object.keys(fixed).map(refused))
  expect(complaints({ ...LIVE, ...fixed, DATABASE_PASSWORD_ROTATED: 'true' })).toEqual([])
  const byCertificate = elsewhere('shop', '&sslcert=/run/shop/db.pem&sslkey=/run/shop/db.key')
  expect(complaints({ ...LIVE, DATABASE_URL: byCertificate })).toEqual([])
  // A separate storefront has its own database.
  const apart = {
    NODE_ENV: 'production',
    PUBLIC_URL: LIVE.PUBLIC_URL,
    API_ROOT: 'https://api.example.com/laboratory-api',
    CLIENT_ADDRESS_SECRET: LIVE.CLIENT_ADDRESS_SECRET,
  }
  expect(complaints({ ...apart, DATABASE_URL: fixed.DATABASE_URL })).toEqual([refused('DATABASE_URL')])
  // A pooler or a server on the same machine.
  for (const own of ['postgres://shop:secret@127.0.0.1:6432/shop', 'postgres:///shop?host=/run/postgresql'])
    expect(complaints({ ...LIVE, DATABASE_URL: own })).toEqual([])
})

test('a start in production names the secrets that are set in the environment itself', {
  tags: ['ASVS-13.3.1'],
}, () => {
  expect(secretsInSight(LIVE)).toEqual([
    'SMTP_URL',
    'BEPAID_SECRET_KEY',
    'ENCRYPTION_KEYS',
    'CLIENT_ADDRESS_SECRET',
  ])
  const { SMTP_URL, BEPAID_SECRET_KEY, ENCRYPTION_KEYS, CLIENT_ADDRESS_SECRET, ...open } = LIVE
  expect(secretsInSight({ ...open, SMTP_URL_FILE: '/run/credentials/smtp' })).toEqual([])
  expect(secretsInSight({ SMTP_URL, CLIENT_ADDRESS_SECRET })).toEqual([])
})

const OWNER = 'postgres://shop_owner@db.inner/shop?sslmode=verify-full&sslcert=/run/db.pem&sslkey=/run/db.key'

test('migrate needs no secret but the database’s, and reads no other', { tags: ['ASVS-13.3.2'] }, () => {
  const unreadable = '/run/credentials/nobody'
  const web1 = {
    NODE_ENV: 'production',
    HOST: '0.0.0.0',
    ROLE: 'web',
    PUBLIC_URL: LIVE.PUBLIC_URL,
    TLS_CERT_FILE: unreadable,
    TLS_KEY_FILE: unreadable,
    SMTP_URL_FILE: unreadable,
    ENCRYPTION_KEYS_FILE: unreadable,
    CLIENT_ADDRESS_SECRET_FILE: unreadable,
    OTEL_EXPORTER_OTLP_HEADERS_FILE: unreadable,
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY_FILE: unreadable,
  }
  for (const read of [readForMigration, readMainApiForMigration]) {
    const settings = read({ ...web1, DATABASE_URL: OWNER })
    expect(settings.server.database.url).toBe(OWNER)
    expect(settings.laboratory?.sandbox).toEqual({ mail: false, payment: false })
  }
  expect(
    readForMigration({ ...web1, API_ROOT: 'https://api.example.com/laboratory-api', DATABASE_URL: OWNER })
      .laboratory,
  ).toBeUndefined()
})

test('migrate in production refuses an insecure database connection', {
  tags: ['ASVS-12.3.3', 'ASVS-13.2.1'],
}, () => {
  const { PUBLIC_URL } = LIVE
  for (const read of [readForMigration, readMainApiForMigration]) {
    const refused = (url: string) => complaints({ PUBLIC_URL, DATABASE_URL: url }, read)
    expect(refused('postgres://shop_owner@db.inner/shop')).toEqual([
      `DATABASE_URL: ${TLS}; ?sslmode=verify-full is expected`,
    ])
    expect(refused('postgres://shop_owner:secret@db.inner/shop?sslmode=verify-full')).toEqual([
      expect.stringMatching(/^DATABASE_URL: production refuses a permanent password/),
    ])
    expect(complaints({ PUBLIC_URL, DATABASE_DIRECT_URL: OWNER }, read)).toEqual([
      'DATABASE_DIRECT_URL: needs DATABASE_URL as well',
    ])
    expect(refused(OWNER)).toEqual([])
  }
})

test('migrate creates the demo catalogue where a shop is tried out, but not in a database elsewhere', () => {
  const made = (environment: Record<string, string>) => readForMigration(environment).laboratory?.sandbox
  const all = { mail: true, payment: true }
  const none = { mail: false, payment: false }
  expect(made({})).toEqual(all)
  expect(made({ DATABASE_URL: 'postgres://127.0.0.1/shop' })).toEqual(all)
  expect(made({ SMTP_URL_FILE: '/run/credentials/smtp', PAYMENT_PROVIDER: 'stripe' })).toEqual(none)
  expect(made({ PUBLIC_URL: LIVE.PUBLIC_URL })).toEqual(none)
  expect(made({ DATABASE_URL: OWNER })).toEqual(none)
})
