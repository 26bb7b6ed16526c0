import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@shop/database/testing/temporary-folder'
import { readSettings as readLaboratorySettings } from '@shop/laboratory-api/read-settings'
import { expect, test } from 'vitest'
import { complaints, LIVE, rsa, TLS } from './server/testing/live-settings.ts'
import { readSettings } from './settings.ts'

test('with nothing set everything runs on one machine', { tags: ['SPEC-9-SLUGS-CONFIGURED'] }, () => {
  const settings = readSettings({})
  expect(settings).toMatchObject({
    server: { port: 3000, host: '127.0.0.1', database: { url: undefined, dataDir: './data' } },
    storefront: { publicUrl: 'http://127.0.0.1:3000', apiRoot: undefined, businessTimeZone: 'Europe/Minsk' },
    laboratory: {
      businessTimeZone: 'Europe/Minsk',
      sandbox: { payment: true, mail: true },
      paymentPageHosts: ['127.0.0.1:3000'],
    },
  })
  expect(settings.storefront.public.categoryIds).toMatchObject({
    autoimmune: '6',
    hormones: '4',
    allergology: '8',
    'general-blood-tests': '1',
    genetics: '9',
    diagnostics: '14',
  })
})

const WRONG: [name: string, value: string, tags?: string[]][] = [
  ['PORT', 'eighty'],
  ['PUBLIC_URL', 'shop.example.com'],
  ['DATABASE_URL', 'mysql://localhost/shop'],
  ['SMTP_URL', 'http://mail.example.com'],
  ['BUSINESS_TIME_ZONE', 'Mars/Olympus'],
  ['DEFAULT_LOCALE', 'de'],
  ['LOG_LEVEL', 'loud'],
  ['PAYMENT_PROVIDER', 'cash'],
  ['PARTNER', '../secrets'],
  ['CATEGORY_IDS', 'hormones=4', ['SPEC-5-CATEGORIES-OBJECT']],
  ['CATEGORY_IDS', '["4"]', ['SPEC-5-CATEGORIES-OBJECT']],
  ['CATEGORY_IDS', '{"hormones": 4}', ['SPEC-5-CATEGORIES-TEXTS']],
  ['LAB_SYSTEM_TOKEN', 'short'],
  ['BEPAID_CURRENCIES', 'BYN;EUR'],
  ['STRIPE_CURRENCIES', 'EUR, USD'],
  ['BEPAID_PUBLIC_KEY', 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'],
  ['BEPAID_PUBLIC_KEY', rsa(1024)],
  ['UNPAID_ORDER_LIMIT', '0'],
  ['STAFF_IDLE_MINUTES', '0'],
  ['RETAIN_RESULTS_YEARS', '0'],
  // Results are read through their orders, which would be deleted first.
  ['RETAIN_ORDERS_YEARS', '6'],
]

for (const [name, value, tags = []] of WRONG) {
  test(`a wrong ${name} (${value}) gives one line that names it`, { tags }, () => {
    const lines = complaints({ [name]: value })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(new RegExp(`^${name}: .+`))
  })
}

test('each wrong value gives a line of its own', () => {
  expect(complaints({ PORT: '-1', DEFAULT_LOCALE: 'de' })).toHaveLength(2)
})

test('an unknown partner is reported together with the known ones', () => {
  expect(complaints({ PARTNER: 'nobody' })).toEqual([
    'PARTNER: there is no folder partners/nobody, only synlab, vesna',
  ])
})

test('a partner brings its own details, and its support address unless another is set', () => {
  const { storefront, laboratory } = readSettings({ PARTNER: 'vesna' })
  const { partner } = storefront
  expect(partner.brand).toBe('Vesna')
  expect(laboratory).toMatchObject({ partner: 'vesna', mail: { supportTo: partner.supportEmail } })
  const own = readSettings({ PARTNER: 'vesna', SUPPORT_EMAIL: 'desk@clinic.example' })
  expect(own.laboratory?.mail.supportTo).toBe('desk@clinic.example')
})

test('several processes need PostgreSQL', () => {
  expect(complaints({ WORKERS: '2' })).toEqual(['WORKERS: more than one process needs DATABASE_URL'])
})

test('a live shop with its own secrets starts', () => {
  expect(complaints(LIVE)).toEqual([])
  expect(readSettings(LIVE)).toMatchObject({ laboratory: { sandbox: { payment: false, mail: false } } })
})

test('a live process that sends no mail and has no mail server set has no sandbox either', {
  tags: ['ASVS-15.2.3'],
}, () => {
  const { SMTP_URL, ...withoutMail } = LIVE
  expect(
    readSettings({ ...withoutMail, ROLE: 'web', DATABASE_URL: 'postgres://shop@localhost/shop' }),
  ).toMatchObject({
    laboratory: { sandbox: { payment: false, mail: false } },
  })
})

test.each(Object.keys(LIVE).filter((name) => !['NODE_ENV', 'PUBLIC_URL'].includes(name)))(
  'production refuses to start without %s',
  (name) => {
    const { [name as keyof typeof LIVE]: _left, ...rest } = LIVE
    const lines = complaints(rest)
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.every((line) => /^[A-Z_]+: /.test(line))).toBe(true)
  },
)

test('the analyser’s bearer token belongs to the sandbox: production has none, and refuses one', () => {
  expect(readSettings({}).laboratory?.labSystemToken).toBe('sandbox-laboratory-system')
  expect(readSettings(LIVE).laboratory?.labSystemToken).toBeNull()
  expect(complaints({ ...LIVE, LAB_SYSTEM_TOKEN: 'a-long-token-of-the-laboratory' })).toEqual([
    'LAB_SYSTEM_TOKEN: production refuses a bearer token; laboratories log in as clients with their own keys',
  ])
})

const REMOTE = {
  PUBLIC_URL: 'http://shop.example.com',
  API_PUBLIC_URL: 'http://api.example.com',
  SMTP_URL: 'smtp://mail.example.com',
  PAYMENT_API_URL: 'http://checkout.example.com',
  BREACHED_PASSWORDS_URL: 'http://passwords.example.com',
  DATABASE_URL: 'postgres://shop@database.example.com/shop',
  DATABASE_DIRECT_URL: 'postgres://shop@database.example.com:5433/shop',
}
const PLAIN = {
  PUBLIC_URL: 'production refuses plain http; https:// is expected',
  API_PUBLIC_URL: 'production refuses plain http; https:// is expected',
  SMTP_URL: `${TLS}; smtps://, or smtp://…?requireTLS=true is expected`,
  PAYMENT_API_URL: `${TLS}; https:// is expected`,
  BREACHED_PASSWORDS_URL: `${TLS}; https:// is expected`,
  DATABASE_URL: `${TLS}; ?sslmode=verify-full is expected`,
  DATABASE_DIRECT_URL: `${TLS}; ?sslmode=verify-full is expected`,
}

test('production refuses every unencrypted connection, all of them together and by name', {
  tags: ['ASVS-12.2.1', 'ASVS-12.3.1'],
}, () => {
  const lines = Object.entries(PLAIN).map(([name, words]) => `${name}: ${words}`)
  expect(complaints({ ...LIVE, ...REMOTE }).sort()).toEqual(lines.sort())
})

test.each([
  ['sslmode=verify-full', 0],
  ['sslmode=require', 0],
  ['sslmode=prefer', 1],
  ['sslmode=no-verify', 1],
  ['ssl=false', 1],
])('PostgreSQL elsewhere with %s gives %i complaints', { tags: ['ASVS-12.3.1'] }, (query, count) => {
  const database = `postgres://shop@database.example.com/shop?${query}`
  expect(complaints({ ...LIVE, DATABASE_URL: database })).toHaveLength(count)
})

test('connections within one machine need no TLS, and mandatory STARTTLS is as good as TLS', () => {
  for (const own of [
    { DATABASE_URL: 'postgres://shop@127.0.0.1/shop', SMTP_URL: 'smtp://localhost:25' },
    {
      DATABASE_URL: 'postgres://shop@localhost/shop',
      SMTP_URL: 'smtp://mail.example.com:587?requireTLS=true',
    },
  ]) {
    expect(complaints({ ...LIVE, ...own })).toEqual([])
  }
})

// What the API on its own is refused for. It used to count as one machine whatever it listened on.
const REFUSED_ALONE = [
  'PUBLIC_URL',
  'API_PUBLIC_URL',
  'SMTP_URL',
  'PAYMENT_API_URL',
  'CLIENT_ADDRESS_SECRET',
  'ENCRYPTION_KEYS',
]

test.each([
  ['listens on every address', { HOST: '0.0.0.0' }],
  ['listens on every IPv6 address', { HOST: '::' }],
  ['listens on one address of the network', { HOST: '192.0.2.7' }],
  ['has a public address with plain http', { API_PUBLIC_URL: 'http://api.example.com/laboratory-api' }],
  ['serves a shop with such a public address', { PUBLIC_URL: 'http://shop.example.com' }],
])(
  'the main API on its own, with its defaults, does not start when it %s',
  { tags: ['ASVS-13.2.3', 'ASVS-6.3.2'] },
  (_, environment) => {
    const named = complaints(environment, readLaboratorySettings).map((line) => line.split(':')[0])
    const listens = Object.keys(environment).filter((name) => name === 'HOST')
    expect(named.sort()).toEqual([...REFUSED_ALONE, ...listens].toSorted())
  },
)

test('the shop with its defaults does not start when it listens on every address', {
  tags: ['ASVS-13.2.3', 'ASVS-6.3.2'],
}, () => {
  const named = complaints({ HOST: '0.0.0.0' }).map((line) => line.split(':')[0])
  expect(named.sort()).toEqual([...REFUSED_ALONE, 'HOST'].toSorted())
})

test('the separate storefront refuses a main API elsewhere without TLS, and the default secret', {
  tags: ['ASVS-12.3.3'],
}, () => {
  const apart = { PUBLIC_URL: 'https://shop.example.com', API_ROOT: 'http://api.internal/laboratory-api' }
  expect(complaints(apart).sort()).toEqual([
    `API_ROOT: ${TLS}; https:// is expected`,
    'CLIENT_ADDRESS_SECRET: production refuses the default secret',
  ])
  const { CLIENT_ADDRESS_SECRET } = LIVE
  expect(
    complaints({ ...apart, CLIENT_ADDRESS_SECRET, API_ROOT: 'http://127.0.0.1:3001/laboratory-api' }),
  ).toEqual([])
})

test('on one machine, or in development, none of this is required', () => {
  expect(complaints({}, readLaboratorySettings)).toEqual([])
  expect(complaints({ HOST: 'localhost', PUBLIC_URL: 'http://[::1]:3000' })).toEqual([])
  expect(complaints({ NODE_ENV: 'development', HOST: '0.0.0.0' })).toEqual([])
})

test('Stripe needs its keys and takes payments on its own host', () => {
  expect(complaints({ PAYMENT_PROVIDER: 'stripe' })).toEqual([
    'STRIPE_SECRET_KEY: required by PAYMENT_PROVIDER=stripe',
    'STRIPE_WEBHOOK_SECRETS: required by PAYMENT_PROVIDER=stripe',
  ])
  const keys = {
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRETS: 'whsec_1, whsec_2',
    STRIPE_CURRENCIES: 'EUR, PLN',
  }
  const settings = readSettings(keys)
  expect(settings.laboratory?.payment).toMatchObject({
    webhookSecrets: ['whsec_1', 'whsec_2'],
    livemode: false,
    currencies: ['EUR', 'PLN'],
  })
  expect(settings.laboratory?.paymentPageHosts).toEqual(['checkout.stripe.com'])
  const withTestServer = readSettings({ ...keys, PAYMENT_API_URL: 'http://127.0.0.1:12111' })
  expect(withTestServer.laboratory?.paymentPageHosts).toEqual(['checkout.stripe.com', '127.0.0.1:12111'])
})

test('encryption keys are a list, newest first; short ones and the sandbox’s are refused', () => {
  expect(readSettings(LIVE).laboratory?.encryptionKeys).toEqual([
    'a-key-of-this-year-of-enough-characters',
    'a-key-of-last-year-of-enough-characters',
  ])
  for (const keys of [
    'short',
    'a-key-of-this-year-of-enough-characters,',
    'a-key-of-this-year-of-enough-characters,sandbox-encryption-key-of-one-machine',
  ]) {
    expect(complaints({ ...LIVE, ENCRYPTION_KEYS: keys })).toEqual([
      expect.stringMatching(/^ENCRYPTION_KEYS: /),
    ])
  }
})

test('keys encrypted by a key service need the service’s address and token, and a connection that is not plain', () => {
  const ENCRYPTION_KEYS = `vault:v1:${'c2VhbGVk'.repeat(8)}`
  const KMS_URL = 'https://vault.example.com/v1/transit/decrypt/laboratory'
  const KMS_TOKEN = 'hvs.of-the-main-api'
  const sealed = { ...LIVE, ENCRYPTION_KEYS, KMS_URL, KMS_TOKEN }
  expect(readSettings(sealed).laboratory).toMatchObject({
    encryptionKeys: [ENCRYPTION_KEYS],
    keyService: { url: KMS_URL, token: KMS_TOKEN },
  })
  expect(readSettings(LIVE).laboratory?.keyService).toBeNull()
  expect(complaints({ ...LIVE, ENCRYPTION_KEYS })).toEqual([
    'KMS_URL: required by ENCRYPTION_KEYS',
    'KMS_TOKEN: required by ENCRYPTION_KEYS',
  ])
  expect(complaints({ ...LIVE, KMS_TOKEN })).toEqual(['KMS_URL: required by KMS_TOKEN'])
  expect(complaints({ ...LIVE, KMS_URL })).toEqual(['KMS_TOKEN: required by KMS_URL'])
  expect(complaints({ ...sealed, KMS_URL: KMS_URL.replace('https', 'http') })).toEqual([
    expect.stringMatching(/^KMS_URL: /),
  ])
})

test('no secret is among the public values', () => {
  const published = JSON.stringify(readSettings(LIVE).storefront.public)
  for (const name of ['BEPAID_SECRET_KEY', 'CLIENT_ADDRESS_SECRET', 'ENCRYPTION_KEYS', 'SMTP_URL'] as const) {
    expect(published).not.toContain(LIVE[name])
  }
})

test('with a main API elsewhere no secret of the laboratory, of mail or of payment is required', {
  tags: ['ASVS-13.3.2'],
}, () => {
  const apart = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://shop.example.com',
    API_ROOT: 'https://api.example.com/laboratory-api',
    CLIENT_ADDRESS_SECRET: LIVE.CLIENT_ADDRESS_SECRET,
    // Not this process's settings, and wrong.
    PAYMENT_PROVIDER: 'cash',
    REFUND_LIMITS: 'none',
  }
  const { storefront, laboratory } = readSettings(apart)
  expect(laboratory).toBeUndefined()
  expect(storefront).toMatchObject({
    apiRoot: apart.API_ROOT,
    paymentPageHosts: ['api.example.com', 'checkout.bepaid.by', 'checkout.stripe.com'],
  })
  expect(complaints({ ...apart, CLIENT_ADDRESS_SECRET: '' })).toHaveLength(1)
})

test('the main API on its own has its own address and the shop’s elsewhere', () => {
  const { laboratory } = readLaboratorySettings({ PORT: '4001' })
  expect(laboratory).toMatchObject({
    publicUrl: 'http://127.0.0.1:3000',
    apiPublicUrl: 'http://127.0.0.1:4001/laboratory-api',
    paymentPageHosts: ['127.0.0.1:4001'],
  })
})

/** A file with a secret, as systemd and containers hand one over. */
function secretFile(secret: string): string {
  const file = join(temporaryFolder('secret'), 'secret')
  writeFileSync(file, `${secret}\n`)
  return file
}

test('each secret may be given in a file', () => {
  const { SMTP_URL, BEPAID_SECRET_KEY, CLIENT_ADDRESS_SECRET, ...rest } = LIVE
  const inFiles = {
    ...rest,
    SMTP_URL_FILE: secretFile(SMTP_URL),
    BEPAID_SECRET_KEY_FILE: secretFile(BEPAID_SECRET_KEY),
    CLIENT_ADDRESS_SECRET_FILE: secretFile(CLIENT_ADDRESS_SECRET),
    DATABASE_URL_FILE: secretFile('postgres://shop@127.0.0.1/shop'),
  }
  expect(readSettings(inFiles)).toEqual(
    readSettings({ ...LIVE, DATABASE_URL: 'postgres://shop@127.0.0.1/shop' }),
  )
})

test('a secret that is set twice, or whose file is missing, is reported without its value', () => {
  expect(complaints({ ...LIVE, SMTP_URL_FILE: secretFile('smtps://other') })).toEqual([
    'SMTP_URL_FILE: SMTP_URL is set as well',
  ])
  const { SMTP_URL: _, ...rest } = LIVE
  expect(complaints({ ...rest, SMTP_URL_FILE: '/nowhere/secret' })).toEqual([
    'SMTP_URL_FILE: /nowhere/secret cannot be read (ENOENT)',
  ])
})

test('a role requires its own secrets only, and a database that the other role can reach too', () => {
  const DATABASE_URL = 'postgres://shop@127.0.0.1/shop'
  const { SMTP_URL, CLIENT_ADDRESS_SECRET, ...rest } = LIVE
  expect(complaints({ ...rest, DATABASE_URL, CLIENT_ADDRESS_SECRET, ROLE: 'web' })).toEqual([])
  expect(complaints({ ...rest, DATABASE_URL, SMTP_URL, ROLE: 'worker' })).toEqual([])
  expect(complaints({ ROLE: 'worker' })).toEqual([
    'ROLE: worker needs DATABASE_URL, which the other role uses too',
  ])
  expect(complaints({ ROLE: 'both' })).toHaveLength(1)
})

test('the shop, the desk and the API description viewer do not share a host in production', {
  tags: ['ASVS-3.5.4'],
}, () => {
  expect(complaints({ ...LIVE, DESK_URL: 'https://shop.example.com:8443' })).toEqual([
    'DESK_URL: production refuses the host of PUBLIC_URL; the desk needs its own',
  ])
  expect(complaints({ ...LIVE, DESK_URL: 'https://desk.example.com' })).toEqual([])
  const viewer = (more: Record<string, string>) => readSettings({ ...LIVE, ...more }).laboratory?.showsViewer
  expect(viewer({})).toBe(false)
  expect(viewer({ API_PUBLIC_URL: 'https://api.example.com/laboratory-api' })).toBe(true)
  expect(readSettings({}).laboratory?.showsViewer).toBe(true)
})
