import { defineConfig, devices } from '@playwright/test'
import { chromiumLaunch } from '../scripts/browser.mjs'

const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } }

/** Two cores: one for the browsers, one for the servers. */
export const WORKERS = 2

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/browser',
  globalSetup: './global-setup.ts',
  workers: WORKERS,
  fullyParallel: true,
  timeout: 120_000,
  // A small word that is renamed differs by some 130 pixels, the same page drawn twice by at most 31.
  expect: { timeout: 15_000, toHaveScreenshot: { maxDiffPixels: 50 } },
  // A screen without an agreed picture fails; `npm run screenshots` takes new ones.
  updateSnapshots: 'none',
  snapshotPathTemplate: '{testDir}/screenshots/{arg}{ext}',
  forbidOnly: true,
  // `npm test` lists tests that pass only at the second try as flaky.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: '../test-results/playwright.json' }]],
  use: {
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
    locale: 'en-GB',
    timezoneId: 'America/Los_Angeles',
    launchOptions: chromiumLaunch(),
  },
  projects: [{ name: 'desktop', use: desktop }],
})
