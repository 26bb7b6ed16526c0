import type { Locale } from '@shop/contract/fields'
import type { Partner } from '@shop/contract/partner'
import type { DatabaseTimeouts } from '@shop/database/open-database'
import { LOCALES } from '@shop/domain/locale'
import { CURRENCIES, type Currency } from '@shop/domain/money'
import { loadPartner } from '@shop/laboratory-api/documents/partner'
import { type LaboratoryApiSettings, timeZoneSchema } from '@shop/laboratory-api/settings'
import { SANDBOX_PAYMENT } from '@shop/sandbox/sandbox-payment'
import { z } from 'zod'
import categories from '../../../catalogue/categories.json' with { type: 'json' }

/** Demo secrets: fine on one machine, refused in production. */
const SANDBOX_SECRETS = {
  LAB_SYSTEM_TOKEN: 'sandbox-laboratory-system',
  CLIENT_ADDRESS_SECRET: 'sandbox-client-address',
} as const

const CATEGORY_PAGES = [
  'autoimmune',
  'hormones',
  'allergology',
  'general-blood-tests',
  'genetics',
  'diagnostics',
]

/** The demo catalogue's ids of the six category pages and of their groups. */
function demoCategoryIds(): string {
  const pages = categories.filter(({ slug }) => CATEGORY_PAGES.includes(slug))
  const groups = categories.filter(({ parentId }) => pages.some(({ id }) => id === parentId))
  return JSON.stringify(Object.fromEntries([...pages, ...groups].map(({ slug, id }) => [slug, String(id)])))
}

const text = z.string().trim().min(1)
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'an http:// or https:// address' })
  .transform((url) => url.replace(/\/+$/, ''))
const port = z.coerce.number().int().min(0).max(65_535)
const count = z.coerce.number().int().min(1).max(1_000)
const milliseconds = z.coerce.number().int().min(100).max(3_600_000)
const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

const currencies = z
  .string()
  .default(CURRENCIES.join(','))
  .transform((value) => value.split(',').map((code) => code.trim()))
  .refine((codes): codes is Currency[] => codes.every(isCurrency), {
    error: `some of ${CURRENCIES.join(', ')}, separated by commas`,
  })

function isCurrency(code: string): code is Currency {
  return (CURRENCIES as readonly string[]).includes(code)
}

const categoryIds = z
  .string()
  .default(demoCategoryIds)
  .transform((value, context) => {
    const parsed = parseJson(value)
    const valid = z.record(z.string(), z.string()).safeParse(parsed)
    if (valid.success && !Array.isArray(parsed)) return valid.data
    context.addIssue({ code: 'custom', message: 'a JSON object whose values are all strings' })
    return z.NEVER
  })

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

const schema = z.object({
  NODE_ENV: z.string().default('production'),
  PORT: port.default(3000),
  HOST: text.default('127.0.0.1'),
  PUBLIC_URL: httpUrl.optional(),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'a postgres:// address' }).optional(),
  DATABASE_POOL: count.default(10),
  DATABASE_CONNECT_TIMEOUT_MS: milliseconds.default(3_000),
  DATABASE_STATEMENT_TIMEOUT_MS: milliseconds.default(6_000),
  DATABASE_LOCK_TIMEOUT_MS: milliseconds.default(3_000),
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: milliseconds.default(30_000),
  WORKERS: count.default(1),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  API_ROOT: httpUrl.optional(),
  API_PUBLIC_URL: httpUrl.optional(),
  PARTNER: text.default('synlab'),
  CATEGORY_IDS: categoryIds,
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: text.default('shop@laboratory.example'),
  SUPPORT_EMAIL: z.email().optional(),
  PAYMENT_PROVIDER: z.enum(['bepaid', 'stripe']).default('bepaid'),
  PAYMENT_API_URL: httpUrl.optional(),
  PAYMENT_PAGE_HOSTS: text.optional(),
  BEPAID_SHOP_ID: text.optional(),
  BEPAID_SECRET_KEY: text.optional(),
  BEPAID_PUBLIC_KEY: text.optional(),
  BEPAID_TEST: flag.default(false),
  BEPAID_CURRENCIES: currencies,
  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_WEBHOOK_SECRETS: text.optional(),
  STRIPE_CURRENCIES: currencies,
  BUSINESS_TIME_ZONE: timeZoneSchema.default('Europe/Minsk'),
  DEFAULT_LOCALE: z.enum(LOCALES).default('en'),
  LAB_SYSTEM_TOKEN: z.string().min(16).default(SANDBOX_SECRETS.LAB_SYSTEM_TOKEN),
  CLIENT_ADDRESS_SECRET: z.string().min(16).default(SANDBOX_SECRETS.CLIENT_ADDRESS_SECRET),
  HOME_CALL_SLOT_CAPACITY: count.default(4),
  BRANCH_SLOT_CAPACITY: count.default(2),
  UNPAID_ORDER_LIMIT: count.default(5),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})
type Environment = z.infer<typeof schema>

/** What any browser may know; served as `/public-env.js`. */
export interface PublicEnv {
  apiRoot: string
  partner: string
  locales: readonly string[]
  defaultLocale: Locale
  categoryIds: Record<string, string>
  cartCurrency: 'EUR'
  orderCurrency: 'BYN'
}

export interface Settings {
  production: boolean
  port: number
  host: string
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  databasePool: number
  databaseTimeouts: DatabaseTimeouts
  workers: number
  trustedProxies: number
  /** Root of a main API elsewhere; undefined: the one in this process. */
  apiRoot: string | undefined
  businessTimeZone: string
  clientAddressSecret: string
  /** Hosts (with port) that a payment may redirect to. */
  paymentPageHosts: string[]
  /** The parties that the sandbox stands in for. */
  sandbox: { payment: boolean; mail: boolean }
  /** Who runs the shop. */
  partner: Partner
  logLevel: Environment['LOG_LEVEL']
  /** Its `mail.smtpUrl` is empty while the sandbox's mail server has not started. */
  laboratoryApi: LaboratoryApiSettings
  public: PublicEnv
}

/** A wrong setting: the message has one line per wrong value. */
export class SettingsError extends Error {
  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.name = 'SettingsError'
  }
}

function isLoopback(url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}

/** Reads and checks the settings. Throws `SettingsError` that names each wrong value. */
export function readSettings(environment: Record<string, string | undefined> = process.env): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    throw new SettingsError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  }
  const env = parsed.data
  const publicUrl =
    env.PUBLIC_URL ?? `http://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${env.PORT}`
  const apiPublicUrl = env.API_PUBLIC_URL ?? (env.API_ROOT || `${publicUrl}/laboratory-api`)
  const sandbox = { payment: !env.PAYMENT_API_URL && env.PAYMENT_PROVIDER === 'bepaid', mail: !env.SMTP_URL }
  const production = env.NODE_ENV === 'production' && !isLoopback(publicUrl)
  const problems = [
    ...missingKeys(env, sandbox.payment),
    ...(production ? productionProblems(env, sandbox) : []),
    ...(env.WORKERS > 1 && !env.DATABASE_URL ? ['WORKERS: more than one process needs DATABASE_URL'] : []),
  ]
  if (problems.length > 0) throw new SettingsError(problems)
  const partner = partnerOrFail(env.PARTNER)
  const sandboxRoot = `${new URL(apiPublicUrl).origin}/sandbox`
  return {
    production,
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    databasePool: env.DATABASE_POOL,
    databaseTimeouts: {
      connect: env.DATABASE_CONNECT_TIMEOUT_MS,
      statement: env.DATABASE_STATEMENT_TIMEOUT_MS,
      lock: env.DATABASE_LOCK_TIMEOUT_MS,
      idleInTransaction: env.DATABASE_IDLE_TRANSACTION_TIMEOUT_MS,
    },
    workers: env.WORKERS,
    trustedProxies: env.TRUSTED_PROXIES,
    apiRoot: env.API_ROOT,
    businessTimeZone: env.BUSINESS_TIME_ZONE,
    clientAddressSecret: env.CLIENT_ADDRESS_SECRET,
    paymentPageHosts: paymentPageHosts(env, sandboxRoot),
    sandbox,
    partner,
    logLevel: env.LOG_LEVEL,
    laboratoryApi: {
      publicUrl,
      apiPublicUrl,
      businessTimeZone: env.BUSINESS_TIME_ZONE,
      defaultLocale: env.DEFAULT_LOCALE,
      partner: env.PARTNER,
      mail: {
        smtpUrl: env.SMTP_URL ?? '',
        from: env.MAIL_FROM,
        supportTo: env.SUPPORT_EMAIL ?? partner.supportEmail,
      },
      payment: paymentSettings(env, sandboxRoot),
      labSystemToken: env.LAB_SYSTEM_TOKEN,
      trustedProxies: env.TRUSTED_PROXIES,
      clientAddressSecret: env.CLIENT_ADDRESS_SECRET,
      slotCapacity: { homeCall: env.HOME_CALL_SLOT_CAPACITY, branch: env.BRANCH_SLOT_CAPACITY },
      unpaidOrderLimit: env.UNPAID_ORDER_LIMIT,
    },
    public: {
      apiRoot: apiPublicUrl,
      partner: env.PARTNER,
      locales: LOCALES,
      defaultLocale: env.DEFAULT_LOCALE,
      categoryIds: env.CATEGORY_IDS,
      cartCurrency: 'EUR',
      orderCurrency: 'BYN',
    },
  }
}

function partnerOrFail(slug: string): Partner {
  try {
    return loadPartner(slug)
  } catch (error) {
    throw new SettingsError([error instanceof Error ? error.message : String(error)])
  }
}

function missingKeys(env: Environment, sandboxPayment: boolean): string[] {
  const needed =
    env.PAYMENT_PROVIDER === 'stripe'
      ? (['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS'] as const)
      : sandboxPayment
        ? []
        : (['BEPAID_SHOP_ID', 'BEPAID_SECRET_KEY', 'BEPAID_PUBLIC_KEY'] as const)
  return needed
    .filter((name) => !env[name])
    .map((name) => `${name}: required by PAYMENT_PROVIDER=${env.PAYMENT_PROVIDER}`)
}

function productionProblems(env: Environment, sandbox: Settings['sandbox']): string[] {
  const defaults = Object.entries(SANDBOX_SECRETS).filter(
    ([name, value]) => env[name as keyof Environment] === value,
  )
  return [
    ...(sandbox.payment ? ['PAYMENT_API_URL: production refuses the sandbox payment page'] : []),
    ...(sandbox.mail ? ['SMTP_URL: production refuses the sandbox mailbox'] : []),
    ...(env.BEPAID_SECRET_KEY === SANDBOX_PAYMENT.secretKey
      ? ['BEPAID_SECRET_KEY: production refuses the sandbox key']
      : []),
    ...defaults.map(([name]) => `${name}: production refuses the default secret`),
  ]
}

function paymentSettings(env: Environment, sandboxRoot: string): LaboratoryApiSettings['payment'] {
  if (env.PAYMENT_PROVIDER === 'stripe') {
    return {
      provider: 'stripe',
      apiUrl: env.PAYMENT_API_URL ?? null,
      secretKey: env.STRIPE_SECRET_KEY!,
      webhookSecrets: env.STRIPE_WEBHOOK_SECRETS!.split(',').map((secret) => secret.trim()),
      livemode: env.STRIPE_SECRET_KEY!.includes('_live_'),
      currencies: env.STRIPE_CURRENCIES,
    }
  }
  return {
    provider: 'bepaid',
    apiUrl: env.PAYMENT_API_URL ?? `${sandboxRoot}/payment`,
    shopId: env.BEPAID_SHOP_ID ?? SANDBOX_PAYMENT.shopId,
    secretKey: env.BEPAID_SECRET_KEY ?? SANDBOX_PAYMENT.secretKey,
    publicKey: env.BEPAID_PUBLIC_KEY ?? SANDBOX_PAYMENT.publicKey,
    test: env.PAYMENT_API_URL ? env.BEPAID_TEST : true,
    currencies: env.BEPAID_CURRENCIES,
  }
}

function paymentPageHosts(env: Environment, sandboxRoot: string): string[] {
  if (env.PAYMENT_PAGE_HOSTS) return env.PAYMENT_PAGE_HOSTS.split(',').map((host) => host.trim())
  if (env.PAYMENT_PROVIDER === 'stripe') return ['checkout.stripe.com']
  return [new URL(env.PAYMENT_API_URL ?? sandboxRoot).host]
}

/** The environment of the main API served alone: its own port and address, the shop elsewhere. */
export function standaloneApiEnvironment(environment: Record<string, string | undefined> = process.env) {
  const { HOST = '127.0.0.1', PORT = '3001' } = environment
  return {
    PORT,
    PUBLIC_URL: 'http://127.0.0.1:3000',
    API_PUBLIC_URL: `http://${HOST}:${PORT}/laboratory-api`,
    ...environment,
    API_ROOT: undefined,
  }
}
