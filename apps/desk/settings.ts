import type { Partner } from '@shop/contract/partner'
import { LOCALES } from '@shop/domain/locale'
import { partnerOrComplaint } from '@shop/server/partner'
import {
  defaultSecrets,
  foreignSecrets,
  isProduction,
  plainAddresses,
  plainConnections,
  plainListening,
} from '@shop/server/production'
import {
  type Environment,
  httpUrl,
  ownAddress,
  readServerSettings,
  readTogether,
  readVariables,
  type ServerSettings,
  SettingsError,
  sharedVariables,
} from '@shop/server/settings'
import { z } from 'zod'

const PORT = 3010
const SECRETS = ['CLIENT_ADDRESS_SECRET', 'OTEL_EXPORTER_OTLP_HEADERS']

/** What is read besides what every program reads; a test compares the defaults with the documents. */
export const schema = z.object({
  DESK_URL: httpUrl.optional(),
  API_ROOT: sharedVariables.API_ROOT,
  TRUSTED_PROXIES: sharedVariables.TRUSTED_PROXIES,
  PARTNER: sharedVariables.PARTNER,
  BUSINESS_TIME_ZONE: sharedVariables.BUSINESS_TIME_ZONE,
  DEFAULT_LOCALE: z.enum(LOCALES).default('en'),
  CLIENT_ADDRESS_SECRET: sharedVariables.CLIENT_ADDRESS_SECRET,
})
export type SettingName = keyof typeof schema.shape

export interface DeskSettings {
  /** Where the network's own staff open the desk. No slash at the end. */
  publicUrl: string
  /** Root of the main API. */
  apiRoot: string
  trustedProxies: number
  /** Name of the partner's texts. */
  slug: string
  partner: Partner
  businessTimeZone: string
  defaultLocale: (typeof LOCALES)[number]
  clientAddressSecret: string
}

export interface Settings {
  server: ServerSettings
  desk: DeskSettings
}

/** Reads the desk's settings. Throws a `SettingsError` that names each invalid value. */
export function readSettings(environment: Environment = process.env): Settings {
  return readTogether({
    server: () => readServerSettings(environment, PORT),
    desk: () => readDeskSettings(environment),
  })
}

function readDeskSettings(environment: Environment): DeskSettings {
  const env = readVariables(schema, environment)
  const publicUrl = env.DESK_URL ?? ownAddress(environment, PORT)
  if (isProduction(environment, [ownAddress(environment, PORT), publicUrl, env.API_ROOT])) {
    const problems = [
      ...plainAddresses({ DESK_URL: publicUrl }),
      ...plainConnections({ API_ROOT: env.API_ROOT }),
      ...plainListening(environment, PORT),
      ...foreignSecrets(environment, SECRETS),
      ...defaultSecrets({ CLIENT_ADDRESS_SECRET: env.CLIENT_ADDRESS_SECRET }),
    ]
    if (problems.length > 0) throw new SettingsError(problems)
  }
  return {
    publicUrl,
    apiRoot: env.API_ROOT,
    trustedProxies: env.TRUSTED_PROXIES,
    slug: env.PARTNER,
    partner: partnerOrComplaint(env.PARTNER),
    businessTimeZone: env.BUSINESS_TIME_ZONE,
    defaultLocale: env.DEFAULT_LOCALE,
    clientAddressSecret: env.CLIENT_ADDRESS_SECRET[0]!,
  }
}
