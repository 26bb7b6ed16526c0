import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { PATIENCE_MS } from './packages/database/src/testing/patience.ts'
import { BODIES } from './scripts/traceability/bodies.ts'
import { readStatements } from './scripts/traceability/statements.ts'

/** `expect.poll` waits a second by default, which is too short on a busy machine. */
const expectation = { poll: { timeout: PATIENCE_MS } }

/** Before each file: what its tests stub and leave behind is put back and removed. */
const TIDY = 'packages/database/src/testing/tidy-up.ts'
const INTEGRATION = ['{apps,packages}/**/*.integration.test.{ts,tsx}']

/**
 * What `npm test` runs on the embedded engine, too: the engine's own tests, and those that go through most tables.
 * Together they run half of all statements, and the browser tests most others; `npm run test:all` runs all of them.
 */
const ON_BOTH_ENGINES = [
  'packages/database/src/*.integration.test.ts',
  'apps/*/**/{erase-orders,every-operation,other-branch,personal-data,sealed-refunds,sweep-retained}.integration.test.ts',
]

interface Project {
  name: string
  engine: 'embedded' | 'postgres'
  include: string[]
  exclude?: string[]
}

const integration = ({ name, engine, include, exclude = [] }: Project) => ({
  test: {
    name,
    include,
    exclude: ['**/node_modules/**', '**/build/**', ...exclude],
    globalSetup: ['apps/storefront/server/testing/integration-setup.ts'],
    setupFiles: [TIDY, 'apps/laboratory-api/src/testing/check-books.ts'],
    env: { TEST_DATABASE: engine, TZ: 'Pacific/Auckland' },
    provide: { engine },
    // A safety net, not a measurement: on a busy machine everything takes longer.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: expectation,
  },
})

const statements = BODIES.flatMap((body) => readStatements(import.meta.dirname, body))

export default defineConfig({
  test: {
    // Tags say what a test proves; a tag that is not a statement is refused.
    tags: [
      ...statements.map(({ id, text }) => ({ name: id, description: text })),
      { name: 'slow', description: 'left to `npm run test:all`' },
    ],
    // One more than there are cores: integration tests wait for mails, jobs and the database.
    maxWorkers: availableParallelism() + 1,
    // A module is loaded once per worker. A test opens what it needs itself: a database, an API, a clock.
    isolate: false,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{apps,packages,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/build/**', '**/*.integration.test.{ts,tsx}'],
          setupFiles: [TIDY],
          env: { TZ: 'Pacific/Auckland' },
          // Some go through the whole catalogue or a standard's examples, which takes long on a busy machine.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: expectation,
        },
      },
      integration({ name: 'integration-postgres', engine: 'postgres', include: INTEGRATION }),
      integration({ name: 'integration-embedded', engine: 'embedded', include: ON_BOTH_ENGINES }),
      integration({
        name: 'integration-embedded-too',
        engine: 'embedded',
        include: INTEGRATION,
        exclude: ON_BOTH_ENGINES,
      }),
    ],
  },
})
