import type { Database } from '@shop/database/open-database'
import { pino } from 'pino'
import { createLaboratoryApi } from '../app.ts'
import { dataKeys } from '../encryption/tables.ts'
import { testSettings } from './test-settings.ts'

/** Leaves the database as after an earlier start of the API, so that each start on a copy of it finds its queues. */
export async function declareQueues(database: Database): Promise<void> {
  const api = await createLaboratoryApi({
    database,
    settings: testSettings(),
    logger: pino({ level: 'silent' }),
    schedules: false,
  })
  await api.context.jobs.start()
  await api.close()
  // A test may have another secret, or no keys at all.
  await database.queries.delete(dataKeys)
}
