import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '..')

const PROGRAMS = {
  shop: 'apps/storefront/build/server/server.js',
  'laboratory-api': 'apps/laboratory-api/build/main.js',
  desk: 'apps/desk/build/server/server.js',
}

/** A shop or main API started as on a real machine: the built bundle in a process of its own. */
export interface ShopProcess {
  url: string
  process: ChildProcess
  stop(): Promise<void>
}

/**
 * Starts the shop, the main API alone or the desk from the build, with the given settings, and waits until it answers. Its
 * output goes where the tests' goes, or line by line to `onLine`.
 */
export async function startProcess(
  service: keyof typeof PROGRAMS,
  settings: Record<string, string>,
  onLine?: (line: string) => void,
): Promise<ShopProcess> {
  const url = `http://127.0.0.1:${settings.PORT}`
  const child = spawn(join(root, 'node_modules/.bin/node'), [join(root, PROGRAMS[service])], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', onLine ? 'pipe' : 'inherit', 'inherit', 'ipc'],
  })
  if (onLine && child.stdout) createInterface({ input: child.stdout }).on('line', onLine)
  const deadline = Date.now() + 60_000
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
