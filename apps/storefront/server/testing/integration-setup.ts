import { makeTemplates } from '@shop/database/testing/templates'
import { createJobs } from '@shop/laboratory-api/jobs/jobs'
import { importDemoCatalogue, LABORATORY_MIGRATIONS } from '@shop/laboratory-api/open'
import { migrationsOf } from '@shop/server/project-files'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'

/** What would take every test file seconds is done once: the job queue's tables and the demo catalogue. */
export default function setUp(project: TestProject): Promise<() => Promise<void>> {
  return makeTemplates(project, [...LABORATORY_MIGRATIONS, migrationsOf('storefront')], async (database) => {
    const jobs = createJobs({ database, logger: pino({ level: 'silent' }) })
    await jobs.start()
    await jobs.stop()
    await importDemoCatalogue(database)
  })
}
