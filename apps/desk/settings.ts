import type { Partner } from '@shop/contract/partner'
import { LOCALES } from '@shop/domain/locale'
import { partnerOrComplaint } from '@shop/server/partner'
import {
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
  secretList,
  text,
  timeZone,
} from '@shop/server/settings'
import { z } from 'zod'

const PORT = 3010
const SANDBOX_SECRET = 'sandbox-client-address'
const SECRETS = ['CLIENT_ADDRESS_SECRET', 'OTEL_EXPORTER_OTLP_HEADERS']

const schema = z.object({
  DESK_URL: httpUrl.optional(),
  API_ROOT: httpUrl.default('http://127.0.0.1:3000/laboratory-api'),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  PARTNER: text.default('synlab'),
  BUSINESS_TIME_ZONE: timeZone.default('Europe/Minsk'),
  DEFAULT_LOCALE: z.enum(LOCALES).default('en'),
  CLIENT_ADDRESS_SECRET: secretList.default([SANDBOX_SECRET]),
})

export interface DeskSettings {
  /** Where the network's own people open the desk. No slash at the end. */
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

/** Reads what the desk needs. Throws `SettingsError` that names each wrong value. */
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
      ...(env.CLIENT_ADDRESS_SECRET.includes(SANDBOX_SECRET)
        ? ['CLIENT_ADDRESS_SECRET: production refuses the default secret']
        : []),
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
