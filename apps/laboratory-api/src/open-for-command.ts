import { findDueMigrations, migrate } from '@shop/database/migrate'
import { type Database, openDatabase } from '@shop/database/open-database'
import { partnerSchemas } from '@shop/database/schema-names'
import { migrationsOf } from '@shop/server/project-files'
import type { Logger } from 'pino'
import type { LaboratoryApiSettings } from './api-settings.ts'
import { createLaboratoryApi, type LaboratoryApi } from './app.ts'
import { LABORATORY_SCHEMAS } from './schema.ts'

/** The arguments and the output of an operator's command. */
export interface CommandLine {
  args: readonly string[]
  print: (line: string) => void
}

/** Where a command finds the database. */
export interface CommandDatabase {
  databaseUrl: string | undefined
  /** The prefix of a partner among others. */
  schemaPrefix?: string | undefined
  dataDir: string
}

/** Thrown by a command whose PostgreSQL lacks migrations of this release. */
class TablesBehind extends Error {
  constructor(due: readonly string[]) {
    super(`The database lacks ${due.join(', ')}: run the command migrate first`)
    this.name = 'TablesBehind'
  }
}

/**
 * On PostgreSQL beside the running shop, whose tables only the command `migrate` changes, since it also grants the
 * roles their rights; the embedded database can be opened only while the shop is stopped, and is brought up to date.
 * @throws TablesBehind
 */
export async function openForCommand({
  databaseUrl: url,
  schemaPrefix,
  dataDir,
}: CommandDatabase): Promise<Database> {
  const database = await openDatabase(
    url ? { url, schemas: partnerSchemas(schemaPrefix, LABORATORY_SCHEMAS) } : { dataDir },
  )
  const tables = migrationsOf('laboratory-api')
  try {
    if (database.engine === 'embedded') await migrate(database, tables)
    else {
      const due = await findDueMigrations(database, [tables])
      if (due.length > 0) throw new TablesBehind(due)
    }
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** What a command that acts as the main API needs. */
export interface CommandSettings extends CommandDatabase {
  settings: LaboratoryApiSettings
  logger: Logger
}

/**
 * The main API for the duration of one command. `queues`: whether the job queue is opened, for mails and
 * other jobs that the command causes. The shop processes them: a command that took one of its jobs might end
 * in the middle of it.
 */
export async function withCommandApi<T>(
  { settings, logger, ...place }: CommandSettings,
  { queues }: { queues: boolean },
  work: (context: LaboratoryApi['context']) => Promise<T>,
): Promise<T> {
  const database = await openForCommand(place)
  try {
    const api = await createLaboratoryApi({ database, settings, logger, works: false })
    try {
      if (queues) await api.start()
      return await work(api.context)
    } finally {
      await api.close()
    }
  } finally {
    await database.close()
  }
}
