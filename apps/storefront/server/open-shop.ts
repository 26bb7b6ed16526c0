import { createMainApiClient } from '@shop/contract/main-api-client'
import { askerOf } from '@shop/server/client-address'
import { healthRoutes } from '@shop/server/health'
import { observedFetch } from '@shop/server/observed-fetch'
import {
  migrateTables,
  openServedDatabase,
  prepareShared,
  type Tables,
} from '@shop/server/open-served-database'
import { ownServerProof } from '@shop/server/own-server'
import { migrationsOf } from '@shop/server/project-files'
import type { Served } from '@shop/server/run'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { createShopMemory } from '../app/platform/cache/shop-memory.server.ts'
import { personalRecordsOf } from '../app/platform/records/personal-records.server.ts'
import { startSweeping } from '../app/platform/records/sweep-records.server.ts'
import type { ShopServices } from '../app/platform/session/shop-context.server.ts'
import type { readForMigration, Settings } from '../settings.ts'
import { busyAnswer } from './busy-page.ts'
import { kindOfRequest } from './kind-of-request.ts'
import { personalRecordsRoute } from './personal-records.ts'
import { createSite, type Pages } from './site.ts'

const IN_PROCESS_ROOT = 'http://laboratory-api.internal'
/**
 * A main API that stays silent for this long counts as unreachable. A change may have to wait for the payment
 * provider; reading a page waits for no one else.
 */
const READING_TIMEOUT_MS = 8_000
const CHANGING_TIMEOUT_MS = 15_000

const ownMigrations = migrationsOf('storefront')

type MigrationNeeds = Pick<ReturnType<typeof readForMigration>, 'laboratory'>

/** Loaded only where the main API runs in this process. */
const loadLaboratory = () => import('@shop/laboratory-api/open')

async function tablesOf({ laboratory }: MigrationNeeds): Promise<Tables> {
  const access = { schemas: ['shop'], appendOnly: [], reports: {} }
  if (!laboratory) return { migrations: [ownMigrations], schemas: access.schemas, access }
  const tables = (await loadLaboratory()).laboratoryTables(laboratory)
  return {
    ...tables,
    migrations: [...tables.migrations, ownMigrations],
    schemas: [...tables.schemas, ...access.schemas],
    access: { ...tables.access, schemas: [...tables.access.schemas, ...access.schemas] },
  }
}

/** The addresses of the shop and, if it runs in this process, of the main API. */
export const addressesOf = ({ storefront, laboratory }: Settings): string[] => [
  storefront.publicUrl,
  ...(laboratory ? [laboratory.apiPublicUrl] : []),
]

export async function prepareShop(settings: Settings): Promise<void> {
  await prepareShared(settings.server, await tablesOf(settings))
}

/** Brings the tables up to date and returns the migrations that were due. */
export async function migrateShop(settings: ReturnType<typeof readForMigration>): Promise<string[]> {
  return migrateTables(settings.server, await tablesOf(settings))
}

function withTimeout({ method, signal }: RequestInit): AbortSignal {
  const timeout = AbortSignal.timeout(method === 'GET' ? READING_TIMEOUT_MS : CHANGING_TIMEOUT_MS)
  return signal ? AbortSignal.any([timeout, signal]) : timeout
}

/**
 * The composition root: mounts the site and the local API and, unless a main API elsewhere is named, the main API and
 * the sandbox.
 */
export async function openShop(settings: Settings, logger: Logger, pages: Pages): Promise<Served> {
  const { server, storefront } = settings
  const database = await openServedDatabase(server, logger, await tablesOf(settings))
  const laboratory =
    settings.laboratory &&
    (await (await loadLaboratory()).openMainApi(settings.laboratory, { database, logger, role: server.role }))
  laboratory?.holds({ name: 'shop', export: personalRecordsOf })
  const elsewhere = observedFetch('main-api', fetch, { continuesTrace: true })
  const apiFetch = laboratory
    ? async (input: string, init: RequestInit) =>
        laboratory.api.fetch(new Request(input, init), { inProcess: true })
    : (input: string, init: RequestInit) => elsewhere(input, { ...init, signal: withTimeout(init) })
  const now = () => new Date()
  const services: ShopServices = {
    publicUrl: storefront.publicUrl,
    env: storefront.public,
    businessTimeZone: storefront.businessTimeZone,
    paymentPageHosts: storefront.paymentPageHosts ?? settings.laboratory?.paymentPageHosts ?? [],
    ownSecrets: storefront,
    database,
    logger,
    now,
    memory: createShopMemory(now),
    createApi: (options) =>
      createMainApiClient({
        root: storefront.apiRoot ?? IN_PROCESS_ROOT,
        fetch: apiFetch,
        ownServerProof: () => ownServerProof(storefront.clientAddressSecret),
        partner: storefront.public.partner,
        ...options,
      }),
  }
  const stopSweeping = server.role === 'web' ? () => {} : startSweeping(services)
  const { trustedProxies, partner } = storefront
  const isSecure = storefront.publicUrl.startsWith('https:')
  const app = new Hono()
  // A process that only works in the background answers nothing but its monitoring.
  if (server.role === 'worker') app.route('/', healthRoutes(database, isSecure))
  else {
    if (laboratory) app.route('/', laboratory.mounts)
    app.route('/', personalRecordsRoute(database, storefront, logger))
    app.route('/', createSite({ pages, trustedProxies, partner, services }))
  }
  return {
    app,
    busy: {
      answer: busyAnswer({ ...storefront, paymentPageHosts: services.paymentPageHosts }),
      addressOf: (request) => askerOf(request, trustedProxies),
      kindOf: (method, path) => laboratory?.kindOf(method, path) ?? kindOfRequest(method, path),
    },
    addresses: [
      ['Shop', storefront.publicUrl],
      ...(laboratory?.addresses ?? [['API description', `${storefront.apiRoot}/docs`] as [string, string]]),
      ['Data', dataOf(server.database)],
    ],
    async close() {
      stopSweeping()
      await laboratory?.close()
      await database.close()
    },
  }
}

function dataOf({ url, dataDir }: Settings['server']['database']): string {
  return url
    ? 'PostgreSQL'
    : `${dataDir} (embedded; survives a crash, not a power cut: use DATABASE_URL for that)`
}
