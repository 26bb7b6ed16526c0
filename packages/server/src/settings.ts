import type { DatabaseTimeouts } from '@shop/database/open-database'
import { z } from 'zod'

/** Environment variables. */
export type Environment = Record<string, string | undefined>

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
export const timeZone = z.string().refine((zone) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}, 'an IANA time zone')
const milliseconds = z.coerce.number().int().min(0).max(3_600_000)

/** Reads the variables of the schema; an empty one counts as absent. Throws `SettingsError` that names each wrong value. */
export function readVariables<Schema extends z.ZodType>(
  schema: Schema,
  environment: Environment,
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  throw new SettingsError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
}

/** Reads all parts, and complains of all of them at once. */
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

const serverSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535),
  HOST: text.default('127.0.0.1'),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL: count.default(10),
  DATABASE_CONNECT_TIMEOUT_MS: milliseconds.min(100).default(3_000),
  DATABASE_STATEMENT_TIMEOUT_MS: milliseconds.min(100).default(6_000),
  DATABASE_LOCK_TIMEOUT_MS: milliseconds.min(100).default(3_000),
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: milliseconds.min(100).default(30_000),
  MIGRATE_AT_START: flag.default(true),
  WORKERS: count.default(1),
  DRAIN_NOTICE_MS: milliseconds.default(500),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

/** What every program of the project that serves needs to know. */
export interface ServerSettings {
  host: string
  port: number
  workers: number
  /** Whether a start brings the tables up to date itself; else it only looks that they are. */
  migratesAtStart: boolean
  /** Time between "not ready" and the end of new connections, for a balancer to take notice. */
  drainNoticeMs: number
  logLevel: z.infer<typeof serverSchema>['LOG_LEVEL']
  database: {
    url: string | undefined
    dataDir: string
    poolSize: number
    timeouts: DatabaseTimeouts
  }
}

/** Reads where and how a program serves; `port`: its own unless another is set. */
export function readServerSettings(environment: Environment, port: number): ServerSettings {
  const env = readVariables(serverSchema, { ...environment, PORT: environment.PORT || String(port) })
  if (env.WORKERS > 1 && !env.DATABASE_URL) {
    throw new SettingsError(['WORKERS: more than one process needs DATABASE_URL'])
  }
  return {
    host: env.HOST,
    port: env.PORT,
    workers: env.WORKERS,
    migratesAtStart: env.MIGRATE_AT_START,
    drainNoticeMs: env.DRAIN_NOTICE_MS,
    logLevel: env.LOG_LEVEL,
    database: {
      url: env.DATABASE_URL,
      dataDir: env.DATA_DIR,
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

/** Where a program that listens there is reached, unless it is told. */
export function ownAddress(environment: Environment, port: number): string {
  const { HOST, PORT } = readVariables(serverSchema.pick({ HOST: true, PORT: true }), {
    ...environment,
    PORT: environment.PORT || String(port),
  })
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`
}
