import type { Database } from '@shop/database/open-database'
import { pino } from 'pino'
import { createLaboratoryApi } from '../app.ts'
import { dataKeys } from '../encryption/tables.ts'
import { testSettings } from './test-settings.ts'

/** Leaves the database as an API that has been there before: each start on a copy of it finds its queues. */
export async function declareQueues(database: Database): Promise<void> {
  const api = await createLaboratoryApi({
    database,
    settings: testSettings(),
    logger: pino({ level: 'silent' }),
    schedules: false,
  })
  await api.context.jobs.start()
  await api.close()
  // A test may have another secret, or none of these keys.
  await database.queries.delete(dataKeys)
}
