import { MAIN_API_PATH, PAYMENT_PAGES } from '@shop/contract/page-links'
import type { Partner } from '@shop/contract/partner'
import { CATEGORY_SLUGS } from '@shop/domain/category'
import { LOCALES, type Locale } from '@shop/domain/locale'
import { CART_CURRENCY, ORDER_CURRENCY } from '@shop/domain/money'
import {
  type LaboratoryProgramSettings,
  readLaboratoryForMigration,
  readLaboratorySettings,
} from '@shop/laboratory-api/read-settings'
import { readMigrationSettings } from '@shop/server/migration-settings'
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
  databaseUrl,
  type Environment,
  flag,
  httpUrl,
  ownAddress,
  readServerSettings,
  readTogether,
  readVariables,
  role,
  type ServerSettings,
  SettingsError,
  sharedVariables,
  text,
} from '@shop/server/settings'
import { z } from 'zod'
import categories from '../../catalogue/categories.json' with { type: 'json' }

const PORT = 3000
/** The secrets of a storefront with a main API elsewhere, whose own secrets are not asked for here. */
const SECRETS_APART = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'CLIENT_ADDRESS_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
]

const isCategorySlug = (slug: string) => CATEGORY_SLUGS.some((page) => page === slug)

/** The demo catalogue's ids of the six category pages and of their groups. */
function demoCategoryIds(): string {
  const pages = categories.filter(({ slug }) => isCategorySlug(slug))
  const groups = categories.filter(({ parentId }) => pages.some(({ id }) => id === parentId))
  return JSON.stringify(Object.fromEntries([...pages, ...groups].map(({ slug, id }) => [slug, String(id)])))
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

/** What is read besides what every program reads; a test compares the defaults with the documents. */
export const schema = z.object({
  ROLE: role,
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_PASSWORD_ROTATED: flag.default(false),
  PUBLIC_URL: httpUrl.optional(),
  API_ROOT: httpUrl.optional(),
  API_PUBLIC_URL: httpUrl.optional(),
  TRUSTED_PROXIES: sharedVariables.TRUSTED_PROXIES,
  PARTNER: sharedVariables.PARTNER,
  CATEGORY_IDS: categoryIds,
  PAYMENT_PAGE_HOSTS: text.optional(),
  BUSINESS_TIME_ZONE: sharedVariables.BUSINESS_TIME_ZONE,
  DEFAULT_LOCALE: z.enum(LOCALES).default('en'),
  CLIENT_ADDRESS_SECRET: sharedVariables.CLIENT_ADDRESS_SECRET,
})
export type SettingName = keyof typeof schema.shape

/** What any browser may know; served as `/public-env.js`. */
export interface PublicEnv {
  apiRoot: string
  partner: string
  locales: readonly string[]
  defaultLocale: Locale
  categoryIds: Record<string, string>
  cartCurrency: typeof CART_CURRENCY
  orderCurrency: typeof ORDER_CURRENCY
}

export interface StorefrontSettings {
  publicUrl: string
  trustedProxies: number
  /** Root of a main API elsewhere; undefined: the one in this process. */
  apiRoot: string | undefined
  businessTimeZone: string
  clientAddressSecret: string
  /** Accepted as well while the secret is being changed. */
  formerClientAddressSecrets: readonly string[]
  /** Hosts (with port) that a payment may redirect to; undefined: the main API's. */
  paymentPageHosts: string[] | undefined
  /** The operator of the shop. */
  partner: Partner
  public: PublicEnv
}

export interface Settings {
  server: ServerSettings
  storefront: StorefrontSettings
  /** Of the main API in this process; undefined with one elsewhere. */
  laboratory: LaboratoryProgramSettings | undefined
}

/**
 * Reads the storefront's settings, and those of the main API only where it runs in this process: with `API_ROOT` no
 * secret of the laboratory, of mail or of payment is required. Throws a `SettingsError` that names each wrong value.
 */
export function readSettings(environment: Environment = process.env): Settings {
  return readTogether({
    server: () => readServerSettings(environment, PORT),
    storefront: () => readStorefrontSettings(environment),
    laboratory: () => (environment.API_ROOT ? undefined : readLaboratorySettings(environment)),
  })
}

/** The settings that `migrate` needs, including the main API's where it runs in this process. */
export function readForMigration(environment: Environment = process.env) {
  return {
    server: readMigrationSettings(environment),
    laboratory: environment.API_ROOT ? undefined : readLaboratoryForMigration(environment),
  }
}

function readStorefrontSettings(environment: Environment): StorefrontSettings {
  const env = readVariables(schema, environment)
  const publicUrl = env.PUBLIC_URL ?? ownAddress(environment, PORT)
  const apiPublicUrl = env.API_PUBLIC_URL ?? env.API_ROOT ?? `${publicUrl}${MAIN_API_PATH}`
  if (isProduction(environment, [ownAddress(environment, PORT), publicUrl, apiPublicUrl])) {
    // The sweep calls the main API elsewhere, to which the storefront proves itself with the secret.
    const isAsked = env.ROLE !== 'worker' || env.API_ROOT !== undefined
    const problems = [
      ...plainAddresses({ PUBLIC_URL: publicUrl }),
      ...plainListening(environment, PORT),
      ...(env.API_ROOT ? foreignSecrets(environment, SECRETS_APART) : []),
      ...plainConnections({
        API_ROOT: env.API_ROOT,
        DATABASE_URL: env.DATABASE_URL,
        DATABASE_DIRECT_URL: env.DATABASE_DIRECT_URL,
      }),
      // With the main API in this process, the main API's own settings complain.
      ...(env.API_ROOT
        ? fixedPasswords(
            { DATABASE_URL: env.DATABASE_URL, DATABASE_DIRECT_URL: env.DATABASE_DIRECT_URL },
            env.DATABASE_PASSWORD_ROTATED,
          )
        : []),
      ...(isAsked ? defaultSecrets({ CLIENT_ADDRESS_SECRET: env.CLIENT_ADDRESS_SECRET }) : []),
    ]
    if (problems.length > 0) throw new SettingsError(problems)
  }
  return {
    publicUrl,
    trustedProxies: env.TRUSTED_PROXIES,
    apiRoot: env.API_ROOT,
    businessTimeZone: env.BUSINESS_TIME_ZONE,
    clientAddressSecret: env.CLIENT_ADDRESS_SECRET[0]!,
    formerClientAddressSecrets: env.CLIENT_ADDRESS_SECRET.slice(1),
    paymentPageHosts:
      env.PAYMENT_PAGE_HOSTS?.split(',').map((host) => host.trim()) ??
      (env.API_ROOT ? [new URL(apiPublicUrl).host, ...Object.values(PAYMENT_PAGES)] : undefined),
    partner: partnerOrComplaint(env.PARTNER),
    public: {
      apiRoot: apiPublicUrl,
      partner: env.PARTNER,
      locales: LOCALES,
      defaultLocale: env.DEFAULT_LOCALE,
      categoryIds: env.CATEGORY_IDS,
      cartCurrency: CART_CURRENCY,
      orderCurrency: ORDER_CURRENCY,
    },
  }
}
