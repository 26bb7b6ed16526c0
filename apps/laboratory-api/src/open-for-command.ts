import { migrate } from '@shop/database/migrate'
import { type Database, openDatabase } from '@shop/database/open-database'
import { partnerSchemas } from '@shop/database/schema-names'
import { migrationsOf } from '@shop/server/project-files'
import type { Logger } from 'pino'
import { createLaboratoryApi, type LaboratoryApi } from './app.ts'
import { LABORATORY_SCHEMAS } from './schema.ts'
import type { LaboratoryApiSettings } from './settings.ts'

/** What a command of the people who run the shop says and is told. */
export interface Words {
  args: readonly string[]
  print: (line: string) => void
}

/** Where a command finds the database. */
export interface CommandDatabase {
  databaseUrl: string | undefined
  /** Of a partner among others. */
  schemaPrefix?: string | undefined
  dataDir: string
}

/** On PostgreSQL beside the running shop; the embedded database can be opened only while the shop is stopped. */
export const openForCommand = ({
  databaseUrl: url,
  schemaPrefix,
  dataDir,
}: CommandDatabase): Promise<Database> =>
  openDatabase(url ? { url, schemas: partnerSchemas(schemaPrefix, LABORATORY_SCHEMAS) } : { dataDir })

/** What a command acts with. */
export interface CommandSettings extends CommandDatabase {
  settings: LaboratoryApiSettings
  logger: Logger
}

/**
 * The main API for the time of one command. `queues`: whether the job queue is open, for letters and whatever else the command
 * causes. The shop works them off: a command that took a job of the shop's might end in the middle of it.
 */
export async function withCommandApi<T>(
  { settings, logger, ...place }: CommandSettings,
  { queues }: { queues: boolean },
  work: (context: LaboratoryApi['context']) => Promise<T>,
): Promise<T> {
  const database = await openForCommand(place)
  try {
    await migrate(database, migrationsOf('laboratory-api'))
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
