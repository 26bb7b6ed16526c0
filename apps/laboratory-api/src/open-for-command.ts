import { migrate } from '@shop/database/migrate'
import { openDatabase } from '@shop/database/open-database'
import { migrationsOf } from '@shop/server/project-files'
import type { Logger } from 'pino'
import { createLaboratoryApi, type LaboratoryApi } from './app.ts'
import type { LaboratoryApiSettings } from './settings.ts'

/** What a command of the people who run the shop says and is told. */
export interface Words {
  args: readonly string[]
  print: (line: string) => void
}

/** Where a command finds the database, and what it acts with. */
export interface CommandSettings {
  databaseUrl: string | undefined
  dataDir: string
  settings: LaboratoryApiSettings
  logger: Logger
}

/**
 * The main API for the time of one command. On PostgreSQL beside the running shop; the embedded database can be opened only while
 * the shop is stopped. `queues`: whether the job queue is open, for letters and whatever else the command causes.
 */
export async function withCommandApi<T>(
  { databaseUrl, dataDir, settings, logger }: CommandSettings,
  { queues }: { queues: boolean },
  work: (context: LaboratoryApi['context']) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ url: databaseUrl, ...(databaseUrl ? {} : { dataDir }) })
  try {
    await migrate(database, migrationsOf('laboratory-api'))
    const api = await createLaboratoryApi({ database, settings, logger, ...(queues ? {} : { works: false }) })
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
