import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from '@playwright/test'
import { freePort } from '@shop/database/testing/free-port'

// One start for both tests.
test.describe.configure({ mode: 'default' })

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'shop-dev-'))
let dev: ChildProcess
let url: string
let desk: string

// It takes seconds on a quiet machine, and minutes on a busy one.
test.beforeAll(async () => {
  test.setTimeout(300_000)
  const port = String(await freePort())
  const deskPort = String(await freePort())
  url = `http://127.0.0.1:${port}`
  desk = `http://127.0.0.1:${deskPort}`
  dev = spawn(join(root, 'node_modules/.bin/node'), [join(root, 'scripts/dev.ts')], {
    env: {
      PATH: process.env.PATH ?? '',
      LOG_LEVEL: 'warn',
      PORT: port,
      DESK_PORT: deskPort,
      DATA_DIR: folder,
      DEMO_MORNING: 'false',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: dev.stdout! })) if (line.startsWith('Ready')) return
  throw new Error(`npm run dev ended with exit code ${dev.exitCode}`)
})

test.afterAll(async () => {
  const ended = new Promise((resolve) => dev.once('exit', resolve))
  if (dev.exitCode === null && dev.kill('SIGTERM')) await ended
  rmSync(folder, { recursive: true, force: true })
})

test('run from its sources, the shop has pages, styles, local API, main API and sandbox', async ({
  page,
}) => {
  await page.goto(url)
  await expect(page.getByRole('heading', { level: 1, name: 'Which test do you need?' })).toBeVisible()
  await expect(page.locator('body')).not.toHaveCSS('font-family', /^Times|^"?serif/)
  for (const path of ['/search', '/healthz', '/laboratory-api/healthz', '/sandbox/mailbox']) {
    expect((await page.request.get(`${url}${path}`)).status(), path).toBe(200)
  }
  const cart = await page.request.get(`${url}/api/order/get-details`)
  expect(cart.headers()['content-type']).toContain('application/json')
})

test('run from its sources, the desk is served beside the shop', async ({ page }) => {
  await page.goto(desk)
  await expect(page.getByRole('heading', { name: 'Log in to the desk' })).toBeVisible()
  await page.getByLabel('E-mail').fill('nobody@desk.example')
  await page.getByLabel('Password').fill('plum harbour 47 lantern')
  await page.getByLabel('Code from the app').fill('000000')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Wrong e-mail, password or code.' })).toBeVisible()
})
