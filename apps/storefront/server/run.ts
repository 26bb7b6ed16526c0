import cluster from 'node:cluster'
import { serve } from '@hono/node-server'
import { describeError } from '@shop/laboratory-api/describe-error'
import type { Hono } from 'hono'
import { pino } from 'pino'
import { readSettings, type Settings, SettingsError } from './settings.ts'
import { keepWorkers } from './workers.ts'

/** What a process serves, and how it ends. */
export interface Served {
  app: Hono
  /** Lines to print once it listens. */
  addresses: [label: string, address: string][]
  close(): Promise<void>
}

const FORCED_EXIT_AFTER_MS = 8_000

function fail(error: unknown): never {
  // The start's one clear line; the stack would hide it.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

/** Reads the settings and serves, in as many processes as `WORKERS` says; ends cleanly on SIGINT, SIGTERM or when the parent goes away. */
export async function run(
  environment: Record<string, string | undefined> | undefined,
  prepare: (settings: Settings) => Promise<void>,
  open: (settings: Settings, logger: pino.Logger) => Promise<Served>,
): Promise<void> {
  const settings = settingsOrExit(environment)
  if (settings.workers > 1 && cluster.isPrimary) {
    await prepare(settings).catch(fail)
    keepWorkers(settings.workers, createLogger(settings))
    return
  }
  if (cluster.isPrimary) await prepare(settings).catch(fail)
  const logger = createLogger(settings)
  const served = await open(settings, logger).catch(fail)
  const server = serve({ fetch: served.app.fetch, port: settings.port, hostname: settings.host }, () => {
    if (cluster.isPrimary || cluster.worker?.id === 1) printAddresses(served.addresses)
  })
  server.on('error', fail)
  let ending = false
  const end = async (exitCode: number) => {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(exitCode || 1), FORCED_EXIT_AFTER_MS).unref()
    const closed = new Promise((resolve) => server.close(resolve))
    if ('closeIdleConnections' in server) server.closeIdleConnections()
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 2_000))])
    await served.close()
    process.exit(exitCode)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(signal, () => end(0))
  // What is under way may still end; what comes after such an error cannot be relied on.
  process.on('uncaughtException', (error) => {
    logger.fatal(describeError(error), 'an error that nothing caught: this process ends')
    end(1)
  })
}

function createLogger({ logLevel }: Settings): pino.Logger {
  return pino({ level: logLevel, base: { pid: process.pid } })
}

function settingsOrExit(environment: Record<string, string | undefined> | undefined): Settings {
  try {
    return readSettings(environment)
  } catch (error) {
    if (error instanceof SettingsError) fail(error)
    throw error
  }
}

function printAddresses(addresses: Served['addresses']) {
  const width = Math.max(...addresses.map(([label]) => label.length))
  const lines = addresses.map(([label, address]) => `  ${label.padEnd(width)}  ${address}`)
  process.stdout.write(`\n${lines.join('\n')}\n\n`)
}
