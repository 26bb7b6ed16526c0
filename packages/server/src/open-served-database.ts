import { type Migrations, migrateAll } from '@shop/database/migrate'
import { type Database, openDatabase } from '@shop/database/open-database'
import type { Logger } from 'pino'
import type { ServerSettings } from './settings.ts'

/** What a program's tables need before it is opened: their migrations, and rows that a new database gets. */
export interface Tables {
  migrations: readonly Migrations[]
  fill?: (database: Database) => Promise<void>
}

async function prepareTables(database: Database, { migrations, fill }: Tables): Promise<void> {
  await migrateAll(database, migrations)
  await fill?.(database)
}

/** Several processes share one PostgreSQL: its tables are prepared once, before they start, in the time that it takes. */
export async function prepareShared({ database: { url } }: ServerSettings, tables: Tables): Promise<void> {
  if (!url) return
  const database = await openDatabase({ url })
  await prepareTables(database, tables).finally(() => database.close())
}

/** The database that requests are served from; an embedded one is prepared here, since nobody else may open it. */
export async function openServedDatabase(
  settings: ServerSettings,
  logger: Logger,
  tables: Tables,
): Promise<Database> {
  const database = await openDatabase({
    ...settings.database,
    onConnectionError: (error) => logger.warn({ error: error.name }, 'database connection lost'),
  })
  if (!settings.database.url) await prepareTables(database, tables)
  return database
}
