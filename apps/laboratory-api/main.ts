import { askerOf } from '@shop/server/client-address'
import { healthRoutes } from '@shop/server/health'
import { observedFetch } from '@shop/server/observed-fetch'
import { migrateTables, openServedDatabase, prepareShared } from '@shop/server/open-served-database'
import { tooBusy } from '@shop/server/refuse-requests'
import { run } from '@shop/server/run'
import { forPartners } from '@shop/server/run-partners'
import { securityHeaders } from '@shop/server/security-headers'
import { Hono } from 'hono'
import { NEEDED_BY_MAIN_API, PARTNER_SETTINGS } from '../partner-settings.ts'
import { laboratoryTables, openMainApi } from './open.ts'
import { readForMigration, readSettings } from './settings.ts'
import { storefrontRecords } from './src/accounts/storefront-records.ts'
import { handedOverAddress } from './src/request-context.ts'

/** The main API alone (with the sandbox if the settings name no real party), for a storefront elsewhere. */
await run(
  forPartners({
    name: 'laboratory-api',
    readSettings,
    readForMigration,
    partnerSettings: PARTNER_SETTINGS,
    neededOf: () => [...NEEDED_BY_MAIN_API, 'API_PUBLIC_URL'],
    addressesOf: ({ laboratory }) => [laboratory.apiPublicUrl],
    secretsOf: ({ laboratory }) => laboratory,
    prepare: ({ server, laboratory }) => prepareShared(server, laboratoryTables(laboratory)),
    migrate: ({ server, laboratory }) => migrateTables(server, laboratoryTables(laboratory)),
    async open({ server, laboratory: settings }, logger) {
      const database = await openServedDatabase(server, logger, laboratoryTables(settings))
      const laboratory = await openMainApi(settings, { database, logger, role: server.role })
      laboratory.asks(storefrontRecords({ ...settings, fetch: observedFetch('storefront', fetch) }))
      const app = new Hono()
      const isSecure = settings.apiPublicUrl.startsWith('https:')
      app.use(securityHeaders(isSecure))
      app.route('/', healthRoutes(database, isSecure))
      // A worker answers only health checks.
      if (server.role !== 'worker') app.route('/', laboratory.mounts)
      return {
        app,
        busy: {
          answer: async (_, retryAfterSeconds) => tooBusy(retryAfterSeconds),
          addressOf: (request) =>
            handedOverAddress(request, settings) ?? askerOf(request, settings.trustedProxies),
          kindOf: (method, path) => laboratory.kindOf(method, path) ?? 'pages',
        },
        addresses: [['Main API', settings.apiPublicUrl], ...laboratory.addresses],
        async close() {
          await laboratory.close()
          await database.close()
        },
      }
    },
  }),
)
