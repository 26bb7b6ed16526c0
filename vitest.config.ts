import { defineConfig } from 'vitest/config'

const integration = (engine: 'embedded' | 'postgres') => ({
  test: {
    name: `integration-${engine}`,
    include: ['{apps,packages}/**/*.integration.test.{ts,tsx}'],
    globalSetup: ['apps/laboratory-api/src/testing/global-setup.ts'],
    env: { TEST_DATABASE: engine, TZ: 'Pacific/Auckland' },
    provide: { engine },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})

export default defineConfig({
  test: {
    // Every core: the default leaves one idle, which is half of a small machine.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{apps,packages,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/build/**', '**/*.integration.test.{ts,tsx}'],
          env: { TZ: 'Pacific/Auckland' },
        },
      },
      integration('embedded'),
      integration('postgres'),
    ],
  },
})
