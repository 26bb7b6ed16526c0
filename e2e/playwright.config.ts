import { existsSync } from 'node:fs'
import { defineConfig, devices } from '@playwright/test'

const SYSTEM_CHROMIUM = '/usr/bin/chromium'
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } }

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/browser',
  globalSetup: './global-setup.ts',
  // Two cores: one browser at work, one for the servers.
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '../test-results/playwright.json' }]],
  use: {
    trace: 'retain-on-failure',
    locale: 'en-GB',
    timezoneId: 'America/Los_Angeles',
    launchOptions: {
      ...(existsSync(SYSTEM_CHROMIUM) ? { executablePath: SYSTEM_CHROMIUM } : {}),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: desktop },
    { name: 'phone', use: { ...devices['Desktop Chrome'], ...phone }, testMatch: /whole-way/ },
    {
      name: 'desktop without scripts',
      use: { ...desktop, javaScriptEnabled: false },
      testMatch: /whole-way/,
    },
    {
      name: 'phone without scripts',
      use: { ...devices['Desktop Chrome'], ...phone, javaScriptEnabled: false },
      testMatch: /whole-way/,
    },
  ],
})
