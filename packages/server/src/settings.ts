import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { MAIN_API_PATH } from '@shop/contract/page-links'
import { type DatabaseTimeouts, POSTGRES_BACKENDS, type PostgresBackend } from '@shop/database/open-database'
import { SCHEMA_PREFIX } from '@shop/database/schema-names'
import { z } from 'zod'
import secrets from './secrets.json' with { type: 'json' }
import type { TlsFiles } from './tls.ts'

/** Environment variables. */
export type Environment = Record<string, string | undefined>

/** The environment of this process; it is read nowhere else. */
export const ownEnvironment = (): Environment => process.env

/** A wrong setting: the message has one line per wrong value. */
export class SettingsError extends Error {
  readonly lines: string[]
  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.name = 'SettingsError'
    this.lines = lines
  }
}

export const text = z.string().trim().min(1)
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'an http:// or https:// address' })
  .transform((url) => url.replace(/\/+$/, ''))
export const databaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'a postgres:// address' })
export const count = z.coerce.number().int().min(1).max(1_000)
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
const timeZone = z.string().refine((zone) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}, 'an IANA time zone')
const milliseconds = z.coerce.number().int().min(0).max(3_600_000)

/** As in OpenTelemetry: `name=value,name=value`, with percent-encoded values. */
const otlpHeaders = z.string().transform((value, issues) => {
  const pairs = value.split(',').map((pair) => /^\s*([\w-]+)\s*=(.*)$/.exec(pair))
  try {
    return Object.fromEntries(pairs.map((pair) => [pair![1]!, decodeURIComponent(pair![2]!.trim())]))
  } catch {
    issues.addIssue({ code: 'custom', message: 'name=value, separated by commas' })
    return z.NEVER
  }
})

/**
 * Settings that no one else may read: each may be in a file, whose path is `NAME_FILE`. One list for all programs: each
 * refuses in production what belongs to another, and so must know its name.
 */
export const SECRETS: readonly string[] = secrets

/** One secret, or several while it is being changed: separated by commas, the newest first. */
export const secretList = z
  .string()
  .transform((value) => value.split(',').map((secret) => secret.trim()))
  .refine((secrets) => secrets.every((secret) => secret.length >= 16), {
    error: 'secrets of 16 characters and more, separated by commas',
    // One complaint per setting.
    abort: true,
  })

/** The business zone of the demo network, and of the sandbox's pages. */
export const DEFAULT_TIME_ZONE = 'Europe/Minsk'
/** Acceptable on one machine, refused in production. */
export const SANDBOX_CLIENT_ADDRESS_SECRET = 'sandbox-client-address'

/** What several programs of a shop read; each picks the names that it needs. */
export const sharedVariables = {
  API_ROOT: httpUrl.default(`http://127.0.0.1:3000${MAIN_API_PATH}`),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  PARTNER: text.default('synlab'),
  BUSINESS_TIME_ZONE: timeZone.default(DEFAULT_TIME_ZONE),
  CLIENT_ADDRESS_SECRET: secretList.default([SANDBOX_CLIENT_ADDRESS_SECRET]),
}

function readSecret(name: string, { [`${name}_FILE`]: file, [name]: value }: Environment) {
  if (!file) return value
  if (value) throw new SettingsError([`${name}_FILE: ${name} is set as well`])
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new SettingsError([`${name}_FILE: ${file} cannot be read (${(error as { code?: string }).code})`])
  }
}

/**
 * Reads the variables of the schema; an empty one counts as absent. Throws `SettingsError` that names each wrong
 * value.
 */
export function readVariables<Schema extends z.ZodObject>(
  schema: Schema,
  environment: Environment,
): z.output<Schema> {
  const secrets = SECRETS.filter((name) => name in schema.shape)
  const values = {
    ...environment,
    ...readTogether(Object.fromEntries(secrets.map((name) => [name, () => readSecret(name, environment)]))),
  }
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value))
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  throw new SettingsError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
}

/** Reads all parts, and reports all their problems together. */
export function readTogether<Parts extends Record<string, () => unknown>>(
  parts: Parts,
): { [Name in keyof Parts]: ReturnType<Parts[Name]> } {
  const lines = new Set<string>()
  const read = Object.entries(parts).map(([name, part]) => {
    try {
      return [name, part()]
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
      for (const line of error.lines) lines.add(line)
      return [name, undefined]
    }
  })
  if (lines.size > 0) throw new SettingsError([...lines])
  return Object.fromEntries(read)
}

/** What a process does: answers requests, runs jobs and schedules, or both. */
export const role = z.enum(['all', 'web', 'worker']).default('all')
export type Role = z.infer<typeof role>

/** The prefix of a partner's schema names in a database shared by several partners. */
export const schemaPrefix = z
  .string()
  .regex(SCHEMA_PREFIX, 'up to 16 lower-case letters and digits, starting with a letter')
  .optional()

/** Where a partner keeps what is not in a database; without PostgreSQL also its database. */
export const dataFolder = (env: { DATA_DIR: string; DATABASE_SCHEMA_PREFIX?: string | undefined }): string =>
  env.DATABASE_SCHEMA_PREFIX ? join(env.DATA_DIR, env.DATABASE_SCHEMA_PREFIX) : env.DATA_DIR

export const serverSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535),
  HOST: text.default('127.0.0.1'),
  TLS_CERT_FILE: text.optional(),
  TLS_KEY_FILE: text.optional(),
  NETWORK_ENCRYPTED: flag.default(false),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_BACKEND: z.enum(POSTGRES_BACKENDS).default('postgres'),
  DATABASE_PREPARED: flag.default(true),
  DATABASE_POOL: count.default(10),
  DATABASE_SCHEMA_PREFIX: schemaPrefix,
  DATABASE_CONNECT_TIMEOUT_MS: milliseconds.min(100).default(3_000),
  DATABASE_STATEMENT_TIMEOUT_MS: milliseconds.min(100).default(6_000),
  DATABASE_LOCK_TIMEOUT_MS: milliseconds.min(100).default(3_000),
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: milliseconds.min(100).default(30_000),
  MIGRATE_AT_START: flag.default(true),
  WORKERS: count.default(1),
  ROLE: role,
  REQUESTS_AT_ONCE: z.union([z.literal('all').transform(() => null), count]).default(6),
  DRAIN_NOTICE_MS: milliseconds.max(5_000).default(500),
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  METRICS_HOST: text.default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: otlpHeaders.default({}),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

/** What every serving program of the project needs to know. */
export interface ServerSettings {
  host: string
  port: number
  /** Paths of certificate and key; null: plain http, for a proxy on the same machine. */
  tls: TlsFiles | null
  workers: number
  role: Role
  /** Whether a start brings the tables up to date itself; otherwise it only checks that they are. */
  migratesAtStart: boolean
  /** Time between "not ready" and the end of new connections, in which a load balancer can react. */
  drainDelayMs: number
  /** Requests that a busy process works on; null: no limit. */
  requestsAtOnce: number | null
  logLevel: z.infer<typeof serverSchema>['LOG_LEVEL']
  /** Where traces are sent, with which header fields, and which share of them; null: nowhere. */
  tracing: { endpoint: string; headers: Record<string, string>; ratio: number } | null
  /** Where the metrics are served, never on the port that people use; null: nowhere. */
  metrics: { host: string; port: number } | null
  database: {
    url: string | undefined
    directUrl: string | undefined
    backend: PostgresBackend
    preparesStatements: boolean
    schemaPrefix: string | undefined
    dataDir: string
    poolSize: number
    timeouts: DatabaseTimeouts
  }
}

/** Reads where and how a program serves; `port`: its default. */
export function readServerSettings(environment: Environment, port: number): ServerSettings {
  const env = readVariables(serverSchema, { ...environment, PORT: environment.PORT || String(port) })
  if (environment.PARTNERS_FILE) throw new SettingsError(['PARTNERS_FILE: this program serves one partner'])
  const alone = [
    ...(env.WORKERS > 1 ? ['WORKERS: more than one process needs DATABASE_URL'] : []),
    ...(env.ROLE === 'all' ? [] : [`ROLE: ${env.ROLE} needs DATABASE_URL, which the other role uses too`]),
  ]
  const problems = [
    ...(env.DATABASE_URL ? [] : alone),
    ...directAlone(env),
    ...(env.METRICS_PORT === env.PORT ? ['METRICS_PORT: must differ from PORT'] : []),
    ...unreadable(env),
  ]
  if (problems.length > 0) throw new SettingsError(problems)
  return {
    host: env.HOST,
    port: env.PORT,
    tls: env.TLS_CERT_FILE && env.TLS_KEY_FILE ? { cert: env.TLS_CERT_FILE, key: env.TLS_KEY_FILE } : null,
    workers: env.WORKERS,
    role: env.ROLE,
    migratesAtStart: env.MIGRATE_AT_START,
    drainDelayMs: env.DRAIN_NOTICE_MS,
    requestsAtOnce: env.REQUESTS_AT_ONCE,
    logLevel: env.LOG_LEVEL,
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: env.OTEL_EXPORTER_OTLP_HEADERS,
          ratio: env.OTEL_TRACES_SAMPLER_ARG,
        }
      : null,
    metrics: env.METRICS_PORT ? { host: env.METRICS_HOST, port: env.METRICS_PORT } : null,
    database: {
      ...databaseOf(env),
      preparesStatements: env.DATABASE_PREPARED,
      poolSize: env.DATABASE_POOL,
      timeouts: {
        connect: env.DATABASE_CONNECT_TIMEOUT_MS,
        statement: env.DATABASE_STATEMENT_TIMEOUT_MS,
        lock: env.DATABASE_LOCK_TIMEOUT_MS,
        idleInTransaction: env.DATABASE_IDLE_TRANSACTION_TIMEOUT_MS,
      },
    },
  }
}

type DatabasePlace = Pick<
  z.infer<typeof serverSchema>,
  'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_BACKEND' | 'DATABASE_SCHEMA_PREFIX' | 'DATA_DIR'
>

/** Where the database is, for serving it and for changing its tables. */
export const databaseOf = (env: DatabasePlace) => ({
  url: env.DATABASE_URL,
  directUrl: env.DATABASE_DIRECT_URL,
  backend: env.DATABASE_BACKEND,
  schemaPrefix: env.DATABASE_SCHEMA_PREFIX,
  dataDir: dataFolder(env),
})

/** A complaint if the address that bypasses the pooler is set without the address of the pooler. */
export const directAlone = (env: Pick<DatabasePlace, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>): string[] =>
  env.DATABASE_DIRECT_URL && !env.DATABASE_URL ? ['DATABASE_DIRECT_URL: needs DATABASE_URL as well'] : []

const listeningSchema = serverSchema.pick({
  HOST: true,
  PORT: true,
  TLS_CERT_FILE: true,
  TLS_KEY_FILE: true,
  NETWORK_ENCRYPTED: true,
  METRICS_HOST: true,
  METRICS_PORT: true,
})

/** The certificate needs both files or neither, and they must match. */
function unreadable({ TLS_CERT_FILE, TLS_KEY_FILE }: z.infer<typeof listeningSchema>): string[] {
  const files = { TLS_CERT_FILE, TLS_KEY_FILE }
  if (!TLS_CERT_FILE && !TLS_KEY_FILE) return []
  const problems = Object.entries(files).flatMap(([name, file]) => {
    if (!file) return [`${name}: certificate and key belong together`]
    try {
      readFileSync(file)
      return []
    } catch (error) {
      return [`${name}: ${file} cannot be read (${(error as { code?: string }).code})`]
    }
  })
  if (problems.length > 0) return problems
  try {
    createSecureContext({ cert: readFileSync(TLS_CERT_FILE!), key: readFileSync(TLS_KEY_FILE!) })
    return []
  } catch (error) {
    return [`TLS_CERT_FILE: cannot be used with TLS_KEY_FILE (${(error as { code?: string }).code})`]
  }
}

/**
 * Where a program accepts connections, from people and others and for metrics, and whether the settings say that
 * the network is encrypted.
 */
export function readListening(environment: Environment, port: number) {
  const env = readVariables(listeningSchema, { ...environment, PORT: environment.PORT || String(port) })
  const scheme = env.TLS_CERT_FILE ? 'https' : 'http'
  const at = (host: string, port: number) => `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`
  return {
    address: at(env.HOST, env.PORT),
    metricsAddress: env.METRICS_PORT ? at(env.METRICS_HOST, env.METRICS_PORT) : undefined,
    isNetworkEncrypted: env.NETWORK_ENCRYPTED,
  }
}

/** The address of a program that listens there, unless another one is set. */
export function ownAddress(environment: Environment, port: number): string {
  return readListening(environment, port).address
}
