import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import type { Logger } from 'drizzle-orm/logger'
import { drizzle as drizzlePostgres, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Client, Pool, type PoolClient, type QueryConfig, types } from 'pg'
import { type StatementWatch, WatchedPool, watchedEmbedded, watchedQuery } from './around-statements.ts'
import { listenPostgres } from './listen-postgres.ts'
import { keepToOwner, lockFolder } from './lock-folder.ts'
import { type PartnerSchemas, writeInSchemas } from './schema-names.ts'

/**
 * What queries run on: the database itself or a transaction of it. Both engines answer `execute` with `{rows}`; use
 * `.returning()` to count written rows, since the engines name that count differently.
 */
export type Queries = Pick<
  NodePgDatabase<Record<string, never>>,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | '$count' | 'with' | '$with'
>

/** PostgreSQL itself, and one that distributes its tables over machines: the job queue does without what that lacks. */
export const POSTGRES_BACKENDS = ['postgres', 'citus'] as const
export type PostgresBackend = (typeof POSTGRES_BACKENDS)[number]

export interface Database {
  engine: 'embedded' | 'postgres'
  /** The engine as the job queue names it. */
  backend: 'pglite' | PostgresBackend
  /**
   * Queries outside a transaction. Inside `transaction` use only its argument: the embedded engine has one
   * connection and would wait for itself.
   */
  queries: Queries
  /** Runs `work` in one transaction (read committed); a throw rolls it back. */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  /** PostgreSQL's URL, for what needs its own connections (the job queue). */
  url: string | undefined
  /** The URL that bypasses any pooler, for what is bound to one connection: session locks, migrations. */
  directUrl: string | undefined
  /** The prefix of its schemas' names, for code that names them outside its statements; undefined: none. */
  schemaPrefix: string | undefined
  /** The embedded engine's client, for the job queue. */
  embedded: PGlite | undefined
  /** The drizzle instance, for the migrator. */
  drizzle: NodePgDatabase<Record<string, never>>
  /**
   * Listens to notifications of `channel`, which begins with a schema's name if each partner has its own; returns the
   * function that ends listening.
   */
  listen(channel: string, onNotification: (payload: string) => void): Promise<() => Promise<void>>
  /**
   * Resolves when the database answers, and rejects within about two seconds if it does not. It does not wait for
   * other statements.
   */
  check(): Promise<void>
  /** The connections that requests share, as of now. */
  connections(): { total: number; idle: number; waiting: number; limit: number }
  close(): Promise<void>
}

/**
 * How long to wait for PostgreSQL, in milliseconds. What takes longer fails, and may be tried again
 * (`isDatabaseAway`).
 */
export interface DatabaseTimeouts {
  /** For a connection, whether it must be opened or returns to the pool. */
  connect: number
  /** 0: as long as it takes, whatever the role says. */
  statement: number
  lock: number
  /** After this a transaction whose process does nothing more is ended, and its locks are released. */
  idleInTransaction: number
}

export interface DatabaseOptions {
  /** `postgres://…`; absent: the embedded database. */
  url?: string | undefined
  /** Absent: PostgreSQL itself. */
  backend?: PostgresBackend
  /** The URL that bypasses a pooler which hands each transaction another connection; absent: `url`. */
  directUrl?: string | undefined
  /** For one partner among several in one PostgreSQL: its statements reach only the schemas with this prefix. */
  schemas?: PartnerSchemas | undefined
  /**
   * Whether statements are prepared under a name, once per connection; impossible behind such a pooler. Absent: true.
   */
  preparesStatements?: boolean
  /** Folder of the embedded database; absent: in memory. */
  dataDir?: string | undefined
  /** Connections of this process to PostgreSQL. */
  poolSize?: number
  /** Whether an idle connection stays open, for locks that end with it. Absent: the pool ends it after 10 seconds. */
  keepsConnections?: boolean
  /** A timeout that is absent means as long as it takes, as for the statements of an import or a migration. */
  timeouts?: Partial<DatabaseTimeouts>
  /** Called with each statement's text and parameters, for counting in tests and for reading plans. */
  onStatement?: ((text: string, parameters: unknown[]) => void) | undefined
  /** Runs each statement of requests, identified by its text, to measure it. */
  aroundStatement?: StatementWatch['aroundStatement']
  /** Called with each wait for a connection, in milliseconds. */
  onConnectionWait?: StatementWatch['onConnectionWait']
  /** A dump of an embedded database to start from. */
  template?: Blob
  /** Called when a connection is lost, idle or in use; the pool opens a new one on its own. */
  onConnectionError?: (error: Error) => void
}

/** Opens the database; the caller closes it. Throws `DataFolderInUse` when the embedded folder is taken. */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.url ? openPostgres(options.url, options) : openEmbedded(options)
}

// Counts (int8) fit into a double here; both engines then return numbers.
types.setTypeParser(types.builtins.INT8, Number)

function statementLogger(onStatement: DatabaseOptions['onStatement']): Logger | false {
  return onStatement ? { logQuery: onStatement } : false
}

const CHECK_MS = 900

type Sent = Parameters<Client['query']>

/**
 * A connection that leaves a statement unanswered is closed: later statements on it fail immediately instead of
 * waiting.
 */
class BoundedClient extends Client {
  override query = ((...parameters: Sent) => {
    const answer: unknown = super.query(...this.toSend(parameters))
    if (answer instanceof Promise) {
      answer.catch((error: Error) => {
        if (error.message === 'Query read timeout') void this.end()
      })
    }
    return answer
  }) as Client['query']

  protected toSend(parameters: Sent): Sent {
    return parameters
  }
}

/** A client class that rewrites everything sent over its connections. */
function clientOf({ preparesStatements = true, schemas }: DatabaseOptions): typeof BoundedClient {
  if (preparesStatements && !schemas) return BoundedClient
  const write = writeInSchemas(schemas)
  return class extends BoundedClient {
    protected override toSend([statement, ...values]: Sent): Sent {
      return [toSend(statement as unknown as string | QueryConfig), ...values] as unknown as Sent
    }
  }
  function toSend(statement: string | QueryConfig): string | QueryConfig {
    if (typeof statement === 'string') return write(statement)
    const text = write(statement.text)
    // Behind a pooler the next transaction has another connection, which does not know statements prepared under a
    // name.
    return preparesStatements ? { ...statement, text } : { ...statement, text, name: undefined }
  }
}

/** The server ends what takes too long; if even the server is silent, the driver does. */
function timeoutConfig({ timeouts }: DatabaseOptions) {
  const { connect, statement, lock, idleInTransaction } = timeouts ?? {}
  return {
    ...(connect ? { connectionTimeoutMillis: connect } : {}),
    ...(statement ? { statement_timeout: statement, query_timeout: statement + 1_000 } : {}),
    // The driver does not send a 0, so the role's own timeout would apply.
    ...(statement === 0 ? { options: '-c statement_timeout=0' } : {}),
    ...(lock ? { lock_timeout: lock } : {}),
    ...(idleInTransaction ? { idle_in_transaction_session_timeout: idleInTransaction } : {}),
  }
}

/** It has its own single connection, so that an exhausted pool does not count as a database that is away. */
function openCheck(url: string) {
  const pool = new Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: CHECK_MS,
    query_timeout: CHECK_MS,
    allowExitOnIdle: true,
  })
  pool.on('error', () => {})
  let checking: Promise<void> | undefined
  return {
    check(): Promise<void> {
      checking ??= pool
        .query('select 1')
        .then(() => {})
        .finally(() => {
          checking = undefined
        })
      return checking
    },
    end: () => pool.end(),
  }
}

/** The connection that one transaction has to itself. */
function watchedClient(client: PoolClient, watch: StatementWatch): PoolClient {
  if (!watch.aroundStatement) return client
  const query = watchedQuery(client.query.bind(client), watch)
  return new Proxy(client, { get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)) })
}

async function openPostgres(url: string, options: DatabaseOptions): Promise<Database> {
  const limit = options.poolSize ?? 10
  const Client = clientOf(options)
  const pool = new WatchedPool(
    {
      connectionString: url,
      max: limit,
      ...(options.keepsConnections ? { idleTimeoutMillis: 0 } : {}),
      keepAlive: true,
      Client,
      ...timeoutConfig(options),
    },
    options,
  )
  const { directUrl = url } = options
  // A listener is bound to one connection.
  const listening =
    directUrl === url
      ? pool
      : new Pool({
          connectionString: directUrl,
          keepAlive: true,
          allowExitOnIdle: true,
          Client,
          ...timeoutConfig(options),
        })
  const health = openCheck(url)
  // A client taken from the pool has no error listener of the pool, and a lost connection without a listener would
  // end the process. So each client has one for as long as it lives.
  for (const connections of new Set([pool, listening])) {
    connections.on('connect', (client) => client.on('error', (error) => options.onConnectionError?.(error)))
    connections.on('error', () => {})
  }
  const logger = statementLogger(options.onStatement)
  const db = drizzlePostgres(pool, { logger })
  return {
    engine: 'postgres',
    backend: options.backend ?? 'postgres',
    url,
    directUrl,
    schemaPrefix: options.schemas?.prefix,
    embedded: undefined,
    queries: db,
    drizzle: db,
    async transaction(work) {
      // On its own, the library never returns the connection if `begin` fails, for example after a restart of the
      // server.
      const client = await pool.connect()
      try {
        return await drizzlePostgres(watchedClient(client, options), { logger }).transaction(work)
      } finally {
        client.release()
      }
    },
    listen: (channel, onNotification) =>
      listenPostgres({
        pool: listening,
        channel: writeInSchemas(options.schemas)(channel),
        onNotification,
        onConnectionError: (error) => options.onConnectionError?.(error),
      }),
    check: health.check,
    connections: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      limit,
    }),
    async close() {
      const ended = [...new Set([pool, listening])].map((connections) => connections.end())
      await Promise.all([...ended, health.end()])
    },
  }
}

/** The default of 128 MB is meant for a large server; here the system caches the folder's pages as well. */
const EMBEDDED_PARAMETERS = ['-c', 'shared_buffers=16MB', '-c', 'wal_buffers=1MB']

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  const { dataDir, template, onStatement } = options
  // Loaded only when it is used: it weighs megabytes.
  const [{ PGlite }, { drizzle: drizzleEmbedded }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('drizzle-orm/pglite'),
  ])
  const unlock = dataDir ? lockFolder(dataDir) : () => {}
  const folder = dataDir ? join(dataDir, 'database') : undefined
  const client = await PGlite.create({
    ...(folder ? { dataDir: folder } : {}),
    ...(template ? { loadDataDir: template } : {}),
    startParams: [...PGlite.defaultStartParams, ...EMBEDDED_PARAMETERS],
    parsers: { 20: Number },
  }).catch((error) => {
    unlock()
    throw error
  })
  if (folder) keepToOwner(folder)
  // The two drivers differ only in the type of a bare write's answer, which users of `Queries` do not touch.
  const db = drizzleEmbedded({
    client: watchedEmbedded(client, options),
    logger: statementLogger(onStatement),
  }) as unknown as NodePgDatabase<Record<string, never>>
  return {
    engine: 'embedded',
    backend: 'pglite',
    url: undefined,
    directUrl: undefined,
    // A folder holds one partner.
    schemaPrefix: undefined,
    embedded: client,
    queries: db,
    drizzle: db,
    transaction: (work) => db.transaction(work),
    // The library's own `listen` ends with a statement that does not accept a dot in a channel's name.
    async listen(channel, onNotification) {
      const end = client.onNotification((from, payload) => from === channel && onNotification(payload))
      await client.exec(`LISTEN "${channel}"`)
      return async () => end()
    },
    connections: () => ({ total: 1, idle: 1, waiting: 0, limit: 1 }),
    async check() {
      // It has one connection: waiting for a slow statement is not a failure.
      if (client.closed) throw new Error('the embedded database is closed')
    },
    async close() {
      await client.close()
      unlock()
    },
  }
}
