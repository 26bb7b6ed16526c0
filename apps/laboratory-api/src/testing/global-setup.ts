import { join } from 'node:path'
import { repositoryRoot } from '@shop/database/repository-root'
import { makeTemplates } from '@shop/database/testing/templates'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { importCatalogueIfEmpty } from '../catalogue/import/import-catalogue-if-empty.ts'
import { createJobs } from '../jobs/jobs.ts'

/** What would take every test file seconds is done once: the job queue's tables and the demo catalogue. */
export default function setUp(project: TestProject): Promise<() => Promise<void>> {
  return makeTemplates(project, async (database) => {
    const jobs = createJobs({ database, logger: pino({ level: 'silent' }) })
    await jobs.start()
    await jobs.stop()
    await importCatalogueIfEmpty({ database, folder: join(repositoryRoot, 'catalogue') })
  })
}
