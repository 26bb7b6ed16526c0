import { makeTemplates } from '@shop/database/testing/templates'
import { DEMO_TABLES } from '@shop/laboratory-api/open'
import { declareQueues } from '@shop/laboratory-api/testing/declare-queues'
import { migrationsOf } from '@shop/server/project-files'
import type { TestProject } from 'vitest/node'

/** Does once what would take every test file seconds: the job queue with its queues, and the demo catalogue. */
export default function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { migrations, fill } = DEMO_TABLES
  return makeTemplates(project, [...migrations, migrationsOf('storefront')], async (database) => {
    await fill(database)
    await declareQueues(database)
  })
}
