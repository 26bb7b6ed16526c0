import { readSettings as readLaboratorySettings } from '@shop/laboratory-api/read-settings'
import { SettingsError } from '@shop/server/settings'
import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const LIVE = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example.com',
  SMTP_URL: 'smtps://user:secret@mail.example.com',
  PAYMENT_API_URL: 'https://checkout.bepaid.by',
  BEPAID_SHOP_ID: '1042',
  BEPAID_SECRET_KEY: 'live-secret-key',
  BEPAID_PUBLIC_KEY: 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A',
  CLIENT_ADDRESS_SECRET: 'a-long-secret-of-the-storefront',
  SECOND_FACTOR_KEYS: 'a-long-key-of-this-year,a-long-key-of-last-year',
}

function complaints(environment: Record<string, string>): string[] {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n')
    throw error
  }
}

test('with nothing set everything works on one machine', { tags: ['SPEC-9-SLUGS-CONFIGURED'] }, () => {
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
  ['UNPAID_ORDER_LIMIT', '0'],
]

for (const [name, value, tags = []] of WRONG) {
  test(`a wrong ${name} (${value}) is one line that names it`, { tags }, () => {
    const lines = complaints({ [name]: value })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(new RegExp(`^${name}: .+`))
  })
}

test('each wrong value has its own line', () => {
  expect(complaints({ PORT: '-1', DEFAULT_LOCALE: 'de' })).toHaveLength(2)
})

test('a partner that there is none of is told with those that there are', () => {
  expect(complaints({ PARTNER: 'nobody' })).toEqual([
    'PARTNER: no folder partners/nobody, only synlab, vesna',
  ])
})

test('a partner brings its particulars, and the support’s address unless another is set', () => {
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

test.each(Object.keys(LIVE).filter((name) => !['NODE_ENV', 'PUBLIC_URL'].includes(name)))(
  'production refuses to start without %s',
  (name) => {
    const { [name as keyof typeof LIVE]: _left, ...rest } = LIVE
    const lines = complaints(rest)
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.every((line) => /^[A-Z_]+: /.test(line))).toBe(true)
  },
)

test('the analyser’s bearer token is of the sandbox: production has none, and refuses one', () => {
  expect(readSettings({}).laboratory?.labSystemToken).toBe('sandbox-laboratory-system')
  expect(readSettings(LIVE).laboratory?.labSystemToken).toBeNull()
  expect(complaints({ ...LIVE, LAB_SYSTEM_TOKEN: 'a-long-token-of-the-laboratory' })).toEqual([
    'LAB_SYSTEM_TOKEN: production refuses a bearer token; laboratories are clients with keys of their own',
  ])
})

test('Stripe needs its keys and pays at its own host', () => {
  expect(complaints({ PAYMENT_PROVIDER: 'stripe' })).toEqual([
    'STRIPE_SECRET_KEY: required by PAYMENT_PROVIDER=stripe',
    'STRIPE_WEBHOOK_SECRETS: required by PAYMENT_PROVIDER=stripe',
  ])
  const settings = readSettings({
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRETS: 'whsec_1, whsec_2',
    STRIPE_CURRENCIES: 'EUR, PLN',
  })
  expect(settings.laboratory?.payment).toMatchObject({
    webhookSecrets: ['whsec_1', 'whsec_2'],
    livemode: false,
    currencies: ['EUR', 'PLN'],
  })
  expect(settings.laboratory?.paymentPageHosts).toEqual(['checkout.stripe.com'])
})

test('keys of the second factor are a list, the newest first; short ones and the sandbox’s are refused', () => {
  expect(readSettings(LIVE).laboratory?.secondFactorKeys).toEqual([
    'a-long-key-of-this-year',
    'a-long-key-of-last-year',
  ])
  for (const keys of ['short', 'a-long-key-of-this-year,', 'a-long-key-of-this-year,sandbox-second-factor']) {
    expect(complaints({ ...LIVE, SECOND_FACTOR_KEYS: keys })).toEqual([
      expect.stringMatching(/^SECOND_FACTOR_KEYS: /),
    ])
  }
})

test('no secret is among the public values', () => {
  const published = JSON.stringify(readSettings(LIVE).storefront.public)
  for (const name of [
    'BEPAID_SECRET_KEY',
    'CLIENT_ADDRESS_SECRET',
    'SECOND_FACTOR_KEYS',
    'SMTP_URL',
  ] as const) {
    expect(published).not.toContain(LIVE[name])
  }
})

test('with a main API elsewhere no secret of the laboratory, of mail or of payment is asked for', () => {
  const apart = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://shop.example.com',
    API_ROOT: 'https://api.example.com/laboratory-api',
    CLIENT_ADDRESS_SECRET: LIVE.CLIENT_ADDRESS_SECRET,
    // Not its own, and wrong.
    SMTP_URL: 'http://mail.example.com',
    PAYMENT_PROVIDER: 'cash',
    LAB_SYSTEM_TOKEN: 'short',
  }
  const { storefront, laboratory } = readSettings(apart)
  expect(laboratory).toBeUndefined()
  expect(storefront).toMatchObject({
    apiRoot: apart.API_ROOT,
    paymentPageHosts: ['api.example.com', 'checkout.bepaid.by', 'checkout.stripe.com'],
  })
  expect(complaints({ ...apart, CLIENT_ADDRESS_SECRET: '' })).toHaveLength(1)
})

test('the main API alone names itself and the shop elsewhere', () => {
  const { laboratory } = readLaboratorySettings({ PORT: '4001' })
  expect(laboratory).toMatchObject({
    publicUrl: 'http://127.0.0.1:3000',
    apiPublicUrl: 'http://127.0.0.1:4001/laboratory-api',
    paymentPageHosts: ['127.0.0.1:4001'],
  })
})
