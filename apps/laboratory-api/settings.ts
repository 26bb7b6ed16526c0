import { join } from 'node:path'
import { MAIN_API_PATH } from '@shop/contract/page-links'
import { LOCALES } from '@shop/domain/locale'
import { CURRENCIES, type Currency } from '@shop/domain/money'
import { PAYMENT_PROVIDERS } from '@shop/domain/payment-states'
import { RELEASE_POLICIES } from '@shop/domain/result-release'
import { SANDBOX_ACCOUNT } from '@shop/sandbox/sandbox-accounts'
import { mayBeTriedOut, readMigrationSettings } from '@shop/server/migration-settings'
import { partnerOrComplaint } from '@shop/server/partner'
import {
  defaultSecrets,
  fixedPasswords,
  foreignSecrets,
  isProduction,
  plainAddresses,
  plainConnections,
  plainListening,
} from '@shop/server/production'
import {
  count,
  databaseUrl,
  dataFolder,
  type Environment,
  flag,
  httpUrl,
  ownAddress,
  readServerSettings,
  readTogether,
  readVariables,
  role,
  SECRETS,
  SettingsError,
  schemaPrefix,
  secretList,
  sharedVariables,
  text,
} from '@shop/server/settings'
import { z } from 'zod'
import type { LaboratoryApiSettings } from './src/api-settings.ts'
import { isSealedSecret } from './src/encryption/open-secrets.ts'
import { SANDBOX_MOUNT } from './src/kind-of-call.ts'
import { readProviderKey, SMALLEST_RSA_BITS } from './src/payments/bepaid/bepaid-authenticity.ts'
import { pageHostsOf } from './src/payments/provider.ts'

const PORT = 3001

/** The sandbox's analyser is not a client: its token is for one machine and refused in production. */
const SANDBOX_LABORATORY_TOKEN = 'sandbox-laboratory-system'
/** Fine on one machine, refused in production. */
const SANDBOX_ENCRYPTION_KEY = 'sandbox-encryption-key-of-one-machine'

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

/** `EUR 100, PLN 400`: whole units; currencies that are not named have the limit zero. */
const refundLimits = z
  .string()
  .default('EUR 100, PLN 400, BYN 300')
  .transform((value) => value.split(',').map((part) => part.trim().split(/\s+/)))
  .refine(
    (parts) =>
      parts.every(([code = '', sum = '', ...more]) => isCurrency(code) && /^\d{1,6}$/.test(sum) && !more[0]),
    { error: `a currency and a whole amount each, such as "${CURRENCIES[0]} 100", separated by commas` },
  )
  .transform((parts) => {
    const limits = new Map(parts.map(([code, sum]) => [code, Number(sum) * 100]))
    return { EUR: 0, PLN: 0, BYN: 0, ...Object.fromEntries(limits) }
  })

const encryptionKeys = secretList.refine((secrets) => secrets[0]!.length >= 32, {
  error: 'the first must have at least 32 characters',
})

const years = z.coerce.number().int().min(1).max(100)

const tcpPort = z.coerce.number().int().min(1).max(65_535)

/** What is read besides what every program reads; a test compares the defaults with the documents. */
export const schema = z.object({
  ROLE: role,
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_PASSWORD_ROTATED: flag.default(false),
  PUBLIC_URL: httpUrl.optional(),
  API_PUBLIC_URL: httpUrl.optional(),
  DESK_URL: httpUrl.optional(),
  TRUSTED_PROXIES: sharedVariables.TRUSTED_PROXIES,
  PARTNER: sharedVariables.PARTNER,
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: text.default('shop@laboratory.example'),
  SUPPORT_EMAIL: z.email().optional(),
  PAYMENT_PROVIDER: z.enum(PAYMENT_PROVIDERS).default('bepaid'),
  PAYMENT_API_URL: httpUrl.optional(),
  BEPAID_SHOP_ID: text.optional(),
  BEPAID_SECRET_KEY: text.optional(),
  BEPAID_PUBLIC_KEY: text.optional(),
  BEPAID_TEST: flag.default(false),
  BEPAID_CURRENCIES: currencies,
  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_WEBHOOK_SECRETS: text.optional(),
  STRIPE_CURRENCIES: currencies,
  BUSINESS_TIME_ZONE: sharedVariables.BUSINESS_TIME_ZONE,
  DEFAULT_LOCALE: z.enum(LOCALES).default('en'),
  LAB_SYSTEM_TOKEN: z.string().min(16).optional(),
  SANDBOX_HL7_PORT: tcpPort.optional(),
  HL7_PORT: tcpPort.default(2575),
  CLIENT_ADDRESS_SECRET: sharedVariables.CLIENT_ADDRESS_SECRET,
  ENCRYPTION_KEYS: encryptionKeys.default([SANDBOX_ENCRYPTION_KEY]),
  KMS_URL: httpUrl.optional(),
  KMS_TOKEN: text.optional(),
  BREACHED_PASSWORDS_URL: httpUrl.optional(),
  MAIL_CONCURRENCY: count.default(2),
  HOME_CALL_SLOT_CAPACITY: count.default(4),
  BRANCH_SLOT_CAPACITY: count.default(2),
  VISIT_CHANGE_LIMIT_HOURS: z.coerce.number().int().min(0).max(720).default(12),
  STAFF_IDLE_MINUTES: z.coerce.number().int().min(5).max(720).default(30),
  UNPAID_ORDER_LIMIT: count.default(5),
  REFUND_LIMITS: refundLimits,
  RESULT_RELEASE: z.enum(RELEASE_POLICIES).default('none'),
  RETAIN_RESULTS_YEARS: years.optional(),
  RETAIN_ORDERS_YEARS: years.optional(),
  DATA_DIR: text.default('./data'),
  DATABASE_SCHEMA_PREFIX: schemaPrefix,
  ERASURE_LOG: text.optional(),
  DEMO_MORNING: flag.default(false),
})
type Variables = z.infer<typeof schema>
export type SettingName = keyof Variables

export interface LaboratoryProgramSettings extends LaboratoryApiSettings {
  /** The parties that the sandbox stands in for; its mail server reports its address once it has started. */
  sandbox: { payment: boolean; mail: boolean }
  /** With the sandbox: fill the day with visits for the desk to show. */
  demoMorning: boolean
  /** The sandbox's analyser speaks HL7 v2 with a gateway on this machine; null: FHIR. */
  instrument: { port: number; gatewayPort: number } | null
  /** The hosts (with port) to which a payment leads. */
  paymentPageHosts: string[]
}

/** The settings of the main API served alone: with its own address and the shop elsewhere. */
export function readSettings(environment: Environment = process.env) {
  return readTogether({
    server: () => readServerSettings(environment, PORT),
    laboratory: () =>
      readLaboratorySettings(
        {
          PUBLIC_URL: 'http://127.0.0.1:3000',
          API_PUBLIC_URL: `${ownAddress(environment, PORT)}${MAIN_API_PATH}`,
          ...environment,
        },
        PORT,
      ),
  })
}

/** What `migrate` needs for the main API served alone. */
export function readForMigration(environment: Environment = process.env) {
  return {
    server: readMigrationSettings(environment),
    laboratory: readLaboratoryForMigration(environment),
  }
}

/**
 * The parties that the sandbox stands in for, which decide what a new database gets. The secret of the mail
 * server is not read, only whether it is named.
 */
export function readLaboratoryForMigration(
  environment: Environment,
): Pick<LaboratoryProgramSettings, 'sandbox'> {
  const env = readVariables(schema.pick({ PAYMENT_PROVIDER: true, PAYMENT_API_URL: true }), environment)
  if (!mayBeTriedOut(environment)) return { sandbox: { payment: false, mail: false } }
  const SMTP_URL = environment.SMTP_URL || environment.SMTP_URL_FILE
  return { sandbox: sandboxOf({ ...env, SMTP_URL }) }
}

/** The settings of a command run beside either program; the main API's are read only for commands that need them. */
export function readCommandSettings(environment: Environment = process.env) {
  return {
    database: readServerSettings(environment, PORT).database,
    zone: readVariables(schema.pick({ BUSINESS_TIME_ZONE: true }), environment).BUSINESS_TIME_ZONE,
    laboratory: () => readLaboratorySettings(environment),
  }
}

/**
 * Reads the settings of the main API. `PUBLIC_URL` is the shop's address, `port` the program's own unless
 * another is set. Throws `SettingsError` that names each wrong value.
 */
export function readLaboratorySettings(environment: Environment, port = 3000): LaboratoryProgramSettings {
  const env = readVariables(schema, environment)
  const listensAt = ownAddress(environment, port)
  const publicUrl = env.PUBLIC_URL ?? listensAt
  const apiPublicUrl = env.API_PUBLIC_URL ?? `${publicUrl}${MAIN_API_PATH}`
  const sandbox = sandboxOf(env)
  const production = isProduction(environment, [listensAt, publicUrl, apiPublicUrl, env.DESK_URL])
  const problems = [
    ...missingKeys(env, sandbox.payment),
    ...bepaidKeyProblems(env),
    ...keyServiceProblems(env),
    ...retentionProblems(env),
    ...(production
      ? [
          ...plainAddresses({ PUBLIC_URL: publicUrl, API_PUBLIC_URL: apiPublicUrl }),
          ...plainListening(environment, port),
          ...foreignSecrets(environment, neededSecrets(env)),
          ...plainConnections({
            SMTP_URL: env.SMTP_URL,
            PAYMENT_API_URL: env.PAYMENT_API_URL,
            KMS_URL: env.KMS_URL,
            BREACHED_PASSWORDS_URL: env.BREACHED_PASSWORDS_URL,
            DATABASE_URL: env.DATABASE_URL,
            DATABASE_DIRECT_URL: env.DATABASE_DIRECT_URL,
          }),
          ...fixedPasswords(
            { DATABASE_URL: env.DATABASE_URL, DATABASE_DIRECT_URL: env.DATABASE_DIRECT_URL },
            env.DATABASE_PASSWORD_ROTATED,
          ),
          ...productionProblems(env, sandbox),
          ...sharedHosts(publicUrl, env.DESK_URL),
        ]
      : []),
  ]
  if (problems.length > 0) throw new SettingsError(problems)
  const partner = partnerOrComplaint(env.PARTNER)
  const payment = paymentSettings(env, `${new URL(apiPublicUrl).origin}${SANDBOX_MOUNT}`)
  return {
    publicUrl,
    apiPublicUrl,
    deskUrl: env.DESK_URL ?? deskBeside(listensAt),
    showsViewer: !production || !isSameHost(apiPublicUrl, publicUrl),
    businessTimeZone: env.BUSINESS_TIME_ZONE,
    defaultLocale: env.DEFAULT_LOCALE,
    partner: env.PARTNER,
    mail: {
      smtpUrl: env.SMTP_URL ?? '',
      from: env.MAIL_FROM,
      supportTo: env.SUPPORT_EMAIL ?? partner.supportEmail,
    },
    payment,
    paymentPageHosts: pageHostsOf(payment),
    labSystemToken: production ? null : (env.LAB_SYSTEM_TOKEN ?? sandboxToken(env)),
    encryptionKeys: env.ENCRYPTION_KEYS,
    keyService: env.KMS_URL && env.KMS_TOKEN ? { url: env.KMS_URL, token: env.KMS_TOKEN } : null,
    erasureLog: env.ERASURE_LOG ?? join(dataFolder(env), 'erasures.jsonl'),
    trustedProxies: env.TRUSTED_PROXIES,
    clientAddressSecret: env.CLIENT_ADDRESS_SECRET[0]!,
    formerClientAddressSecrets: env.CLIENT_ADDRESS_SECRET.slice(1),
    breachedPasswordsUrl: env.BREACHED_PASSWORDS_URL ?? null,
    mailConcurrency: env.MAIL_CONCURRENCY,
    visitChangeLimitHours: env.VISIT_CHANGE_LIMIT_HOURS,
    slotCapacity: { homeCall: env.HOME_CALL_SLOT_CAPACITY, branch: env.BRANCH_SLOT_CAPACITY },
    staffIdleMinutes: env.STAFF_IDLE_MINUTES,
    unpaidOrderLimit: env.UNPAID_ORDER_LIMIT,
    refundLimits: env.REFUND_LIMITS,
    resultRelease: env.RESULT_RELEASE,
    retainResultsYears: env.RETAIN_RESULTS_YEARS ?? null,
    retainOrdersYears: env.RETAIN_ORDERS_YEARS ?? null,
    // Where production does not refuse it: a process that sends no mail names no mail server.
    sandbox: production ? { payment: false, mail: false } : sandbox,
    demoMorning: env.DEMO_MORNING,
    instrument: env.SANDBOX_HL7_PORT ? { port: env.SANDBOX_HL7_PORT, gatewayPort: env.HL7_PORT } : null,
  }
}

const sandboxOf = (env: Pick<Variables, 'PAYMENT_API_URL' | 'PAYMENT_PROVIDER' | 'SMTP_URL'>) => ({
  payment: !env.PAYMENT_API_URL && env.PAYMENT_PROVIDER === 'bepaid',
  mail: !env.SMTP_URL,
})

/** With several partners each one has its own token, as it has everything else. */
const sandboxToken = ({ DATABASE_SCHEMA_PREFIX: prefix }: Variables) =>
  prefix ? `${SANDBOX_LABORATORY_TOKEN}-${prefix}` : SANDBOX_LABORATORY_TOKEN

const isSameHost = (one: string, other: string) => new URL(one).hostname === new URL(other).hostname

/** Browsers share cookies and passkeys between all ports of a host. */
function sharedHosts(publicUrl: string, deskUrl: string | undefined): string[] {
  return deskUrl && isSameHost(deskUrl, publicUrl)
    ? ['DESK_URL: production refuses the host of PUBLIC_URL; the desk needs its own']
    : []
}

/** Where `npm start` serves the desk beside a shop. */
function deskBeside(listensAt: string): string {
  const url = new URL(listensAt)
  url.port = String(Number(url.port) + 10)
  return url.origin
}

function missingKeys(env: Variables, sandboxPayment: boolean): string[] {
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

function bepaidKeyProblems({ BEPAID_PUBLIC_KEY }: Variables): string[] {
  try {
    if (BEPAID_PUBLIC_KEY) readProviderKey(BEPAID_PUBLIC_KEY)
    return []
  } catch {
    return [`BEPAID_PUBLIC_KEY: must be an RSA key of at least ${SMALLEST_RSA_BITS} bits`]
  }
}

function productionProblems(env: Variables, sandbox: LaboratoryProgramSettings['sandbox']): string[] {
  return [
    ...(sandbox.payment ? ['PAYMENT_API_URL: production refuses the sandbox payment page'] : []),
    ...(sandbox.mail && env.ROLE !== 'web' ? ['SMTP_URL: production refuses the sandbox mailbox'] : []),
    ...(env.BEPAID_SECRET_KEY === SANDBOX_ACCOUNT.secretKey
      ? ['BEPAID_SECRET_KEY: production refuses the sandbox key']
      : []),
    ...(env.LAB_SYSTEM_TOKEN
      ? [
          'LAB_SYSTEM_TOKEN: production refuses a bearer token; laboratories log in as clients with their own keys',
        ]
      : []),
    // A worker answers no requests and so receives no browser's address.
    ...(env.ROLE === 'worker' ? [] : defaultSecrets({ CLIENT_ADDRESS_SECRET: env.CLIENT_ADDRESS_SECRET })),
    ...defaultSecrets({ ENCRYPTION_KEYS: env.ENCRYPTION_KEYS }, [SANDBOX_ENCRYPTION_KEY]),
  ]
}

/** Of the payment providers' secrets only those of the chosen one; a web process sends no mail. */
function neededSecrets({ ROLE, PAYMENT_PROVIDER }: Variables): string[] {
  const others = new Set([
    'HL7_CLIENT_KEY',
    ...(PAYMENT_PROVIDER === 'stripe'
      ? ['BEPAID_SECRET_KEY']
      : ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS']),
    ...(ROLE === 'web' ? ['SMTP_URL'] : []),
  ])
  return SECRETS.filter((name) => !others.has(name))
}

function paymentSettings(env: Variables, sandboxRoot: string): LaboratoryApiSettings['payment'] {
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
    shopId: env.BEPAID_SHOP_ID ?? SANDBOX_ACCOUNT.shopId,
    secretKey: env.BEPAID_SECRET_KEY ?? SANDBOX_ACCOUNT.secretKey,
    publicKey: env.BEPAID_PUBLIC_KEY ?? SANDBOX_ACCOUNT.publicKey,
    test: env.PAYMENT_API_URL ? env.BEPAID_TEST : true,
    currencies: env.BEPAID_CURRENCIES,
  }
}

/** What was tested, and of whom, is recorded in the order: without it a result has no owner. */
function retentionProblems({ RETAIN_ORDERS_YEARS: ordered, RETAIN_RESULTS_YEARS: found }: Variables) {
  return ordered !== undefined && ordered < (found ?? Number.POSITIVE_INFINITY)
    ? [
        'RETAIN_ORDERS_YEARS: must be at least RETAIN_RESULTS_YEARS, since an order records whose results they are',
      ]
    : []
}

/** Keys that a key service has encrypted need its address and the token for it. */
function keyServiceProblems({ ENCRYPTION_KEYS: keys, KMS_URL: url, KMS_TOKEN: token }: Variables): string[] {
  const needing = keys.some(isSealedSecret) ? 'ENCRYPTION_KEYS' : undefined
  return [
    ...(url || !(needing ?? token) ? [] : [`KMS_URL: required by ${needing ?? 'KMS_TOKEN'}`]),
    ...(token || !(needing ?? url) ? [] : [`KMS_TOKEN: required by ${needing ?? 'KMS_URL'}`]),
  ]
}
