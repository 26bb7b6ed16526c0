import { serveBackups } from '@shop/database/embedded-backup'
import { type Access, grantRoles, ownedAppendOnly } from '@shop/database/grant-roles'
import { findDueMigrations, type Migrations, migrateAll } from '@shop/database/migrate'
import { type Database, openDatabase } from '@shop/database/open-database'
import { partnerSchemas } from '@shop/database/schema-names'
import type { Logger } from 'pino'
import { describeError } from './log.ts'
import { connectionWaitSeconds, statementSeconds, watchDatabase } from './metrics.ts'
import type { MigrationSettings } from './migration-settings.ts'
import { isReachedByOthers } from './production.ts'
import { type Environment, ownEnvironment, type ServerSettings } from './settings.ts'
import { tracedStatement } from './tracing.ts'

/** What a program's tables need before they are opened: their migrations, and the content of a new database. */
export interface Tables {
  migrations: readonly Migrations[]
  /** The schemas that its statements and migrations name. */
  schemas: readonly string[]
  fill?: (database: Database) => Promise<void>
  /** What roles other than their owner may do with them. */
  access: Access
}

/** Thrown by a start that must not migrate if the tables are not up to date. */
class MigrationsDue extends Error {
  constructor(due: readonly string[]) {
    super(`MIGRATE_AT_START: false, and the database lacks ${due.join(', ')}: run the command migrate first`)
    this.name = 'MigrationsDue'
  }
}

async function bringUpToDate(database: Database, { migrations, fill, access }: Tables): Promise<void> {
  await migrateAll(database, migrations)
  await fill?.(database)
  await grantRoles(database, access)
}

/** Brings the tables up to date, or checks that they are if the start must not migrate. Throws `MigrationsDue`. */
async function prepareTables(settings: ServerSettings, database: Database, tables: Tables): Promise<void> {
  if (settings.migratesAtStart) return bringUpToDate(database, tables)
  const due = await findDueMigrations(database, tables.migrations)
  if (due.length > 0) throw new MigrationsDue(due)
}

/**
 * A connection for changes of tables. They take as long as they need, but one that waits for a table's lock makes
 * everybody else wait behind it, so it gives up soon and tries again.
 */
function openForChanges(
  {
    url,
    directUrl,
    backend,
    schemaPrefix,
    dataDir,
    timeouts: { connect, lock },
  }: MigrationSettings['database'],
  { schemas: names }: Tables,
) {
  const schemas = partnerSchemas(schemaPrefix, names)
  return openDatabase(
    url
      ? { url: directUrl ?? url, backend, schemas, timeouts: { connect, lock, statement: 0 } }
      : { dataDir },
  )
}

/** The command `migrate`; returns the migrations that were due. */
export async function migrateTables(settings: MigrationSettings, tables: Tables): Promise<string[]> {
  const database = await openForChanges(settings.database, tables)
  try {
    const due = await findDueMigrations(database, tables.migrations)
    await bringUpToDate(database, tables)
    return due
  } finally {
    await database.close()
  }
}

/** Several processes share one PostgreSQL, so its tables are prepared once, before they start. */
export async function prepareShared(settings: ServerSettings, tables: Tables): Promise<void> {
  if (!settings.database.url) return
  const database = await openForChanges(settings.database, tables)
  await prepareTables(settings, database, tables).finally(() => database.close())
}

async function timed<T>(run: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const end = (outcome: string) =>
    statementSeconds.observe({ outcome }, (performance.now() - started) / 1_000)
  try {
    const answer = await run()
    end('ok')
    return answer
  } catch (error) {
    end('error')
    throw error
  }
}

/**
 * Lists, in production, the tables that the serving role could change without a trace:
 * docs/operations/database-roles.md.
 */
async function warnOfOwner(database: Database, logger: Logger, { access }: Tables): Promise<void> {
  const tables = await ownedAppendOnly(database, access)
  if (tables.length > 0)
    logger.warn(
      { tables },
      'the role of DATABASE_URL owns tables that must only be appended to: shop_application is expected',
    )
}

/** The database that requests are served from; an embedded one is prepared here, since no other process may open it. */
export async function openServedDatabase(
  settings: ServerSettings,
  logger: Logger,
  tables: Tables,
  environment: Environment = ownEnvironment(),
): Promise<Database> {
  const database = await openDatabase({
    ...settings.database,
    schemas: partnerSchemas(settings.database.schemaPrefix, tables.schemas),
    onConnectionError: (error) => logger.warn({ error: error.name }, 'database connection lost'),
    onConnectionWait: (ms) => connectionWaitSeconds.observe(ms / 1_000),
    aroundStatement: (text, run) => tracedStatement(text, () => timed(run)),
  })
  const stopWatching = watchDatabase(database)
  const close = () => {
    stopWatching()
    return database.close()
  }
  const { embedded } = database
  if (!embedded) {
    // A failed start is tried again, with a new connection.
    if (isReachedByOthers(environment))
      await warnOfOwner(database, logger, tables).catch(async (error) => {
        await close()
        throw error
      })
    return { ...database, close }
  }
  await prepareTables(settings, database, tables)
  // The path may be too long for a socket, for example; copies can then be made while the shop is stopped.
  const stopBackups = await serveBackups(embedded, settings.database.dataDir).catch((error) => {
    logger.warn(describeError(error), 'backups cannot be made while the shop runs')
  })
  return {
    ...database,
    async close() {
      stopBackups?.()
      await close()
    },
  }
}
