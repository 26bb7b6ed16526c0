import { migrateAll } from '@shop/database/migrate'
import { openDatabase } from '@shop/database/open-database'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { importDemoCatalogue, openLaboratoryApi } from './server/open-laboratory-api.ts'
import { run } from './server/run.ts'
import { type Settings, standaloneApiEnvironment } from './server/settings.ts'

const APPLICATIONS = ['laboratory-api', 'sandbox'] as const

function openApiDatabase(settings: Settings, logger: Logger) {
  return openDatabase({
    url: settings.databaseUrl,
    dataDir: settings.dataDir,
    poolSize: settings.databasePool,
    timeouts: settings.databaseTimeouts,
    onConnectionError: (error) => logger.warn({ error: error.name }, 'database connection lost'),
  })
}

/** The main API alone (with the sandbox, where the settings name no real party), for a storefront elsewhere. */
await run(
  standaloneApiEnvironment(),
  async (settings) => {
    if (!settings.databaseUrl) return
    const database = await openDatabase({ url: settings.databaseUrl })
    await migrateAll(database, APPLICATIONS, settings.databaseUrl)
    await importDemoCatalogue(database)
    await database.close()
  },
  async (settings, logger) => {
    const database = await openApiDatabase(settings, logger)
    if (!settings.databaseUrl) {
      await migrateAll(database, APPLICATIONS)
      await importDemoCatalogue(database)
    }
    const laboratory = await openLaboratoryApi(settings, database, logger)
    const root = settings.laboratoryApi.apiPublicUrl
    const app = new Hono()
    app.get('/healthz', (c) => c.text('ok'))
    app.mount('/laboratory-api', laboratory.api.fetch as (request: Request) => Response)
    if (laboratory.sandbox) app.route('/sandbox', laboratory.sandbox)
    return {
      app,
      addresses: [
        ['Main API', root],
        ['API description', `${root}/docs`],
        ...(laboratory.sandbox ? [['Sandbox', `${new URL(root).origin}/sandbox`] as [string, string]] : []),
      ],
      async close() {
        await laboratory.close()
        await database.close()
      },
    }
  },
)
