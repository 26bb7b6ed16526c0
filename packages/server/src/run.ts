import cluster from 'node:cluster'
import type { createServer as HttpServerMaker, IncomingMessage, RequestListener } from 'node:http'
import { serve } from '@hono/node-server'
import { FIRST_PAUSE_MS, LONGEST_PAUSE_MS } from '@shop/database/away-pauses'
import { isDatabaseAway } from '@shop/database/statement-errors'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { type Admission, admissionOf } from './admission.ts'
import { drainOf } from './drain.ts'
import type { KindOf } from './kind-of-work.ts'
import { createLogger, describeError } from './log.ts'
import { SOUND_NODE, secretsInSight, unsoundNode } from './production.ts'
import { type BusyAnswer, refusals, tooBusy } from './refuse-requests.ts'
import { serveMetrics } from './serve-metrics.ts'
import { ownEnvironment, type ServerSettings, SettingsError } from './settings.ts'
import { createServer } from './tls.ts'
import { tracedRequest } from './tracing.ts'
import { keepWorkers } from './workers.ts'

/** What a process serves, and how it ends. */
export interface Served {
  app: Hono
  /**
   * For programs with many visitors: the answer of a busy process to a request that it does not admit, the client's
   * address (null: not counted), and the kind of work.
   */
  busy?: {
    answer: BusyAnswer
    addressOf(request: IncomingMessage): string | null
    kindOf: KindOf
  }
  /** Lines to print once it listens. */
  addresses: [label: string, address: string][]
  /** Ends jobs, then the database. */
  close(): Promise<void>
}

export interface Program<Settings, Migration = unknown> {
  /** Its name in traces and metrics. */
  name: string
  /** Throws `SettingsError` that names each wrong value. */
  readSettings(): Promise<Settings & { server: ServerSettings }>
  /** Runs once before any process opens. */
  prepare(settings: Settings): Promise<void>
  /**
   * What only `migrate` needs, and no secret but the database's. Throws `SettingsError` that names each wrong value.
   */
  readForMigration(): Promise<Migration & { server: Pick<ServerSettings, 'logLevel'> }>
  /** Brings the tables up to date; returns the migrations that were due. */
  migrate(settings: Migration): Promise<string[]>
  open(settings: Settings, logger: Logger): Promise<Served>
}

function fail(error: unknown): never {
  // The one clear line of a failed start; a stack would hide it.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

/**
 * Reads the settings and serves, in as many processes as `WORKERS` says; ends cleanly on SIGINT or SIGTERM, or when
 * the parent exits. With the argument `migrate` it brings the tables up to date instead. It waits for a database
 * that is not there yet.
 */
export async function run<Settings, Migration>(program: Program<Settings, Migration>): Promise<void> {
  const [command] = process.argv.slice(2)
  if (command === 'migrate') return migrateAndExit(program)
  const settings = await settingsOrExit(program.readSettings)
  if (command !== undefined) fail(new Error(`Unknown command: ${command}. The only command is: migrate`))
  const { workers, logLevel } = settings.server
  const logger = createLogger(logLevel)
  warnOfSecretsInSight(logger)
  const unsound = unsoundNode(ownEnvironment())
  if (unsound && cluster.isPrimary)
    logger.error(
      { node: unsound, expected: SOUND_NODE },
      'this version of Node has vulnerabilities that are known and exploited',
    )
  // Work under way may still finish; what happens after such an error cannot be relied on.
  let end = (exitCode: number): unknown => process.exit(exitCode)
  process.on('uncaughtException', (error) => {
    logger.fatal(describeError(error), 'uncaught error: this process ends')
    end(1)
  })
  if (cluster.isPrimary) await onceThere(logger, () => program.prepare(settings)).catch(fail)
  const { metrics, tls } = settings.server
  const onRenewal = (error: unknown) =>
    logger.error(
      describeError(error),
      'the renewed certificate cannot be used: the previous one stays in use',
    )
  if (metrics) await serveMetrics({ ...metrics, workers, tls, onRenewal }).catch(fail)
  if (workers > 1 && cluster.isPrimary) {
    keepWorkers(workers, logger)
    return
  }
  const { tracing } = settings.server
  // Loaded only when it is used.
  const { startTracing } = tracing ? await import('./start-tracing.ts') : {}
  const stopTracing = tracing && startTracing?.(tracing, { program: program.name, logger })
  const served = await onceThere(logger, () => program.open(settings, logger)).catch(fail)
  const close = async () => {
    await served.close()
    await stopTracing?.()
  }
  const refuse = refusals({
    program: program.name,
    logger,
    answer: served.busy?.answer ?? (async (_, retryAfterSeconds) => tooBusy(retryAfterSeconds)),
  })
  const { busy } = served
  const admit: Admission = busy
    ? admissionOf({ ...busy, limit: settings.server.requestsAtOnce, refuse })
    : (_, __, work) => work()
  end = listen(settings.server, { ...served, close }, { admit, onRenewal })
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(signal, () => end(0))
}

async function migrateAndExit<Migration>(program: Program<unknown, Migration>): Promise<never> {
  const settings = await settingsOrExit(program.readForMigration)
  const logger = createLogger(settings.server.logLevel)
  warnOfSecretsInSight(logger)
  const due = await onceThere(logger, () => program.migrate(settings)).catch(fail)
  for (const name of due) process.stdout.write(`${name}\n`)
  process.stdout.write('The tables are up to date.\n')
  process.exit(0)
}

function warnOfSecretsInSight(logger: Logger): void {
  const inSight = secretsInSight(ownEnvironment())
  if (inSight.length > 0 && cluster.isPrimary)
    logger.warn(
      { settings: inSight },
      'secrets are visible in the environment, because they are in neither a vault nor a file',
    )
}

async function settingsOrExit<Settings>(read: () => Promise<Settings>): Promise<Settings> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof SettingsError) fail(error)
    throw error
  }
}

/** Does the work, repeatedly and with growing pauses while the database is away. */
async function onceThere<T>(logger: Logger, work: () => Promise<T>, pauseMs = FIRST_PAUSE_MS): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    logger.error({ ...describeError(error), pauseMs }, 'the database is not available yet')
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    return onceThere(logger, work, Math.min(pauseMs * 2, LONGEST_PAUSE_MS))
  }
}

/** Serves until the returned function is called, which ends the process with that exit code. */
function listen(
  { port, host, tls, drainDelayMs }: ServerSettings,
  served: Served,
  { admit, onRenewal }: { admit: Admission; onRenewal: (error: unknown) => void },
): (exitCode: number) => void {
  const drain = drainOf(drainDelayMs)
  const server = serve(
    {
      fetch: (request, env) => tracedRequest(request, () => served.app.fetch(request, env)),
      port,
      hostname: host,
      createServer: ((_: unknown, listener: RequestListener) =>
        createServer(
          tls,
          (request, response) => {
            if (!drain.answer(request, response)) admit(request, response, () => listener(request, response))
          },
          { onError: onRenewal },
        )) as typeof HttpServerMaker,
    },
    () => {
      if (cluster.isPrimary || cluster.worker?.id === 1) printAddresses(served.addresses)
    },
  )
  server.on('error', fail)
  let isEnding = false
  return (exitCode) => {
    if (isEnding) return
    isEnding = true
    drain.end(server, served.close).then(
      () => process.exit(exitCode),
      () => process.exit(1),
    )
  }
}

function printAddresses(addresses: Served['addresses']) {
  const width = Math.max(...addresses.map(([label]) => label.length))
  const lines = addresses.map(([label, address]) => `  ${label.padEnd(width)}  ${address}`)
  process.stdout.write(`\n${lines.join('\n')}\n\n`)
}
