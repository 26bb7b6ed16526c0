import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { foreignSecrets, isProduction, plainConnections, plainListening } from '@shop/server/production'
import {
  type Environment,
  ownAddress,
  readServerSettings,
  readTogether,
  readVariables,
  type ServerSettings,
  SettingsError,
  sharedVariables,
  text,
} from '@shop/server/settings'
import { z } from 'zod'
import { CHARSET_NAMES } from './src/mllp/charsets.ts'
import type { MllpTlsFiles } from './src/mllp/connection.ts'
import type { GatewaySettings } from './src/open-gateway.ts'

const PORT = 3020
const HL7_PORT = 2575
const LABORATORY_PORT = 2576
const SECOND = 1_000

const port = z.coerce.number().int().min(1).max(65_535)
const seconds = z.coerce.number().min(1).max(86_400)
/** A part of a message header without separators. */
const name = z
  .string()
  .trim()
  .regex(/^[\w.-]{1,20}$/, 'up to 20 letters, digits, points and dashes')

/** What is read besides what every program reads; a test compares the defaults with the documents. */
export const schema = z.object({
  API_ROOT: sharedVariables.API_ROOT,
  BUSINESS_TIME_ZONE: sharedVariables.BUSINESS_TIME_ZONE,
  DATA_DIR: text.default('./data'),
  HL7_CLIENT_ID: text,
  HL7_CLIENT_KEY: text,
  HL7_HOST: text.default('127.0.0.1'),
  HL7_PORT: port.default(HL7_PORT),
  HL7_LABORATORY_HOST: text.default('127.0.0.1'),
  HL7_LABORATORY_PORT: port.default(LABORATORY_PORT),
  HL7_APPLICATION: name.default('SHOP'),
  HL7_FACILITY: name.default('NETWORK'),
  HL7_LABORATORY_APPLICATION: name.default('LIS'),
  HL7_LABORATORY_FACILITY: name.default('LABORATORY'),
  HL7_PROCESSING_ID: z.enum(['P', 'T', 'D']).default('P'),
  HL7_CHARSET: z.enum(CHARSET_NAMES).default('UNICODE UTF-8'),
  HL7_TLS_CERT_FILE: text.optional(),
  HL7_TLS_KEY_FILE: text.optional(),
  HL7_TLS_CA_FILE: text.optional(),
  HL7_POLL_SECONDS: seconds.default(15),
  HL7_ACK_SECONDS: seconds.default(30),
  HL7_LONGEST_PAUSE_SECONDS: seconds.default(300),
})
type Variables = z.infer<typeof schema>

export interface Settings {
  server: ServerSettings
  gateway: GatewaySettings
}

/** Reads the gateway's settings. Throws `SettingsError` that names each wrong value. */
export function readSettings(environment: Environment = process.env): Settings {
  return readTogether({
    server: () => readServerSettings(environment, PORT),
    gateway: () => readGatewaySettings(environment),
  })
}

function readGatewaySettings(environment: Environment): GatewaySettings {
  const env = readVariables(schema, environment)
  const tls = readTls(env)
  const problems = [
    ...keyProblems(env.HL7_CLIENT_KEY),
    ...(isProduction(environment, [
      ownAddress(environment, PORT),
      hostUrl(env.HL7_HOST),
      hostUrl(env.HL7_LABORATORY_HOST),
      env.API_ROOT,
    ])
      ? [
          ...plainConnections({ API_ROOT: env.API_ROOT }),
          ...plainListening(environment, PORT),
          ...foreignSecrets(environment, ['HL7_CLIENT_KEY', 'OTEL_EXPORTER_OTLP_HEADERS']),
          ...(tls || isOwnMachine(env) ? [] : ['HL7_TLS_CERT_FILE: production refuses HL7 without TLS']),
        ]
      : []),
  ]
  if (problems.length > 0) throw new SettingsError(problems)
  return {
    apiRoot: env.API_ROOT,
    client: { id: env.HL7_CLIENT_ID, privateKey: env.HL7_CLIENT_KEY },
    names: {
      application: env.HL7_APPLICATION,
      facility: env.HL7_FACILITY,
      laboratoryApplication: env.HL7_LABORATORY_APPLICATION,
      laboratoryFacility: env.HL7_LABORATORY_FACILITY,
      processingId: env.HL7_PROCESSING_ID,
      zone: env.BUSINESS_TIME_ZONE,
    },
    charset: env.HL7_CHARSET,
    tls,
    listen: { host: env.HL7_HOST, port: env.HL7_PORT },
    laboratory: { host: env.HL7_LABORATORY_HOST, port: env.HL7_LABORATORY_PORT },
    folder: join(env.DATA_DIR, 'hl7-gateway'),
    intervalMs: env.HL7_POLL_SECONDS * SECOND,
    timeoutMs: env.HL7_ACK_SECONDS * SECOND,
    pauses: { first: SECOND, longest: env.HL7_LONGEST_PAUSE_SECONDS * SECOND },
  }
}

const hostUrl = (host: string) => `tcp://${host.includes(':') ? `[${host}]` : host}`

function isOwnMachine({ HL7_HOST, HL7_LABORATORY_HOST }: Variables): boolean {
  return !isProduction({ NODE_ENV: 'production' }, [hostUrl(HL7_HOST), hostUrl(HL7_LABORATORY_HOST)])
}

function keyProblems(key: string): string[] {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(key)
    const isKnown = asymmetricKeyType === 'rsa' || asymmetricKeyDetails?.namedCurve === 'secp384r1'
    return isKnown ? [] : ['HL7_CLIENT_KEY: RSA or P-384 is expected']
  } catch {
    return ['HL7_CLIENT_KEY: a private key in PEM format is expected']
  }
}

/** All three files or none: both sides present a certificate. */
function readTls(env: Variables): MllpTlsFiles | null {
  const files = {
    HL7_TLS_CERT_FILE: env.HL7_TLS_CERT_FILE,
    HL7_TLS_KEY_FILE: env.HL7_TLS_KEY_FILE,
    HL7_TLS_CA_FILE: env.HL7_TLS_CA_FILE,
  }
  const given = Object.values(files).filter(Boolean)
  if (given.length === 0) return null
  const [cert, key, ca] = Object.entries(files).map(([setting, file]) => {
    if (!file) throw new SettingsError([`${setting}: certificate, key and CA belong together`])
    try {
      return readFileSync(file, 'utf8')
    } catch (error) {
      throw new SettingsError([`${setting}: ${file} cannot be read (${(error as { code?: string }).code})`])
    }
  })
  return { cert: cert!, key: key!, ca: ca! }
}
