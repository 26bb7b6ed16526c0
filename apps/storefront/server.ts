import { createMainApiClient } from '@shop/contract/main-api-client'
import { migrateAll } from '@shop/database/migrate'
import { openDatabase } from '@shop/database/open-database'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { createShopMemory } from './app/platform/cache/shop-memory.server.ts'
import type { ShopServices } from './app/shop-context.server.ts'
import { startSweeping } from './app/storage/sweep-documents.server.ts'
import { importDemoCatalogue, openLaboratoryApi } from './server/open-laboratory-api.ts'
import type { Served } from './server/run.ts'
import type { Settings } from './server/settings.ts'
import { createSite, type Pages } from './server/site.ts'

const IN_PROCESS_ROOT = 'http://laboratory-api.internal'
/** A main API that is silent so long counts as unreachable; a change may wait for the payment provider meanwhile, a page waits for nobody. */
const READING_TIMEOUT_MS = 8_000
const CHANGING_TIMEOUT_MS = 15_000

function openShopDatabase(settings: Settings, logger: Logger) {
  return openDatabase({
    url: settings.databaseUrl,
    dataDir: settings.dataDir,
    poolSize: settings.databasePool,
    timeouts: settings.databaseTimeouts,
    onConnectionError: (error) => logger.warn({ error: error.name }, 'database connection lost'),
  })
}

/** Several processes share one PostgreSQL: its tables are brought up to date once, before they start. */
export async function prepare(settings: Settings): Promise<void> {
  if (!settings.databaseUrl) return
  const { databaseUrl: url } = settings
  // A migration takes the time that it takes.
  const database = await openDatabase({ url })
  await migrateAll(
    database,
    settings.apiRoot ? ['storefront'] : ['laboratory-api', 'storefront', 'sandbox'],
    settings.databaseUrl,
  )
  if (!settings.apiRoot) await importDemoCatalogue(database)
  await database.close()
}

/** The composition root: mounts site and local API and, unless a main API elsewhere is named, the main API and the sandbox. */
export async function open(settings: Settings, logger: Logger, pages: Pages): Promise<Served> {
  const database = await openShopDatabase(settings, logger)
  if (!settings.databaseUrl) {
    await migrateAll(
      database,
      settings.apiRoot ? ['storefront'] : ['laboratory-api', 'storefront', 'sandbox'],
    )
    if (!settings.apiRoot) await importDemoCatalogue(database)
  }
  const laboratory = settings.apiRoot ? undefined : await openLaboratoryApi(settings, database, logger)
  const apiFetch = laboratory
    ? async (input: string, init: RequestInit) =>
        laboratory.api.fetch(new Request(input, init), { inProcess: true })
    : (input: string, init: RequestInit) =>
        fetch(input, {
          signal: AbortSignal.timeout(init.method === 'GET' ? READING_TIMEOUT_MS : CHANGING_TIMEOUT_MS),
          ...init,
        })
  const now = () => new Date()
  const services: ShopServices = {
    publicUrl: settings.publicUrl,
    env: settings.public,
    businessTimeZone: settings.businessTimeZone,
    paymentPageHosts: settings.paymentPageHosts,
    database,
    logger,
    now,
    memory: createShopMemory(now),
    createApi: (options) =>
      createMainApiClient({
        root: settings.apiRoot ?? IN_PROCESS_ROOT,
        fetch: apiFetch,
        clientAddressSecret: settings.clientAddressSecret,
        ...options,
      }),
  }
  const stopSweeping = startSweeping(services)
  const site = createSite({
    pages,
    trustedProxies: settings.trustedProxies,
    partner: settings.partner,
    services,
  })
  const app = new Hono()
  if (laboratory) app.mount('/laboratory-api', laboratory.api.fetch as (request: Request) => Response)
  if (laboratory?.sandbox) app.route('/sandbox', laboratory.sandbox)
  app.route('/', site)
  return {
    app,
    addresses: addresses(settings),
    async close() {
      stopSweeping()
      await laboratory?.close()
      await database.close()
    },
  }
}

function addresses(settings: Settings): Served['addresses'] {
  const { publicUrl, apiRoot, sandbox, laboratoryApi, databaseUrl, dataDir } = settings
  return [
    ['Shop', publicUrl],
    ...(sandbox.mail && !apiRoot ? ([['Mailbox', `${publicUrl}/sandbox/mailbox`]] as const) : []),
    ...(sandbox.payment && !apiRoot ? ([['Payment page', `${publicUrl}/sandbox`]] as const) : []),
    ['API description', `${apiRoot ?? laboratoryApi.apiPublicUrl}/docs`],
    [
      'Data',
      databaseUrl
        ? 'PostgreSQL'
        : `${dataDir} (embedded; survives a crash, not a power cut: use DATABASE_URL for that)`,
    ],
  ].map(([label, address]) => [label!, address!])
}
