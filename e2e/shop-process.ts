import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '@shop/database/testing/free-port'
import { PATIENCE_MS } from '@shop/database/testing/patience'
import { FILLED } from './clock.ts'

const root = join(import.meta.dirname, '..')

/** Settings of a process that takes its time from `slow-clock.ts`. */
export const SLOW_CLOCK = { NODE_OPTIONS: `--import ${join(import.meta.dirname, 'slow-clock.ts')}` }

const PROGRAMS = {
  shop: 'apps/storefront/build/server/server.js',
  'laboratory-api': 'apps/laboratory-api/build/main.js',
  desk: 'apps/desk/build/server/server.js',
}

/** A shop or main API started as on a real machine: the built bundle in a separate process. */
export interface ShopProcess {
  url: string
  process: ChildProcess
  stop(): Promise<void>
}

/**
 * Fills one data folder, which `filledFolder` copies: otherwise tables and catalogue make each first start take
 * seconds. Returns how to delete all of them.
 */
export async function fillFolder(): Promise<() => void> {
  const folders = mkdtempSync(join(tmpdir(), 'shop-browser-'))
  process.env.DATA_FOLDERS = folders
  const DATA_DIR = join(folders, 'filled')
  const settings = { PORT: String(await freePort()), DATA_DIR, CLOCK_START: String(FILLED), ...SLOW_CLOCK }
  const shop = await startProcess('shop', settings)
  await shop.stop()
  return () => rmSync(folders, { recursive: true, force: true })
}

/** A new data folder with tables and demo catalogue. */
export function filledFolder(): string {
  const folders = process.env.DATA_FOLDERS!
  const folder = join(folders, crypto.randomUUID())
  cpSync(join(folders, 'filled'), folder, { recursive: true })
  return folder
}

/**
 * Starts the shop, the main API alone or the desk from the build, with the given settings, and waits until it answers.
 * Its output is mixed with that of the tests, or is passed line by line to `onLine`.
 */
export async function startProcess(
  service: keyof typeof PROGRAMS,
  settings: Record<string, string>,
  onLine?: (line: string) => void,
): Promise<ShopProcess> {
  const url = `http://127.0.0.1:${settings.PORT}`
  // All tests share one session of the administrator.
  const child = spawn(join(root, 'node_modules/.bin/node'), [join(root, PROGRAMS[service])], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      STAFF_IDLE_MINUTES: '720',
      ...settings,
    },
    stdio: ['ignore', onLine ? 'pipe' : 'inherit', 'inherit', 'ipc'],
  })
  if (onLine && child.stdout) createInterface({ input: child.stdout }).on('line', onLine)
  const deadline = Date.now() + PATIENCE_MS
  while (true) {
    if (child.exitCode !== null) throw new Error(`${service} ended with exit code ${child.exitCode}`)
    const answer = await fetch(`${url}/healthz`).catch(() => null)
    if (answer?.ok) break
    if (Date.now() > deadline) throw new Error(`${service} did not answer at ${url}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url,
    process: child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}
