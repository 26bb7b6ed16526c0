import type { Database } from '@shop/database/open-database'
import type { Logger } from 'pino'
import type { CatalogueStore } from './catalogue/catalogue-store.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { LaboratoryApiSettings } from './settings.ts'

/** What every area of the main API works with. */
export interface ApiContext {
  database: Database
  settings: LaboratoryApiSettings
  logger: Logger
  jobs: Jobs
  /** The catalogue in memory: reading costs no statement. */
  catalogue: CatalogueStore
  now: () => Date
  /** HTTP to the parties outside (payment provider). */
  fetch: typeof fetch
}
