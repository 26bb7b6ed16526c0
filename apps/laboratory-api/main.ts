import { healthRoutes } from '@shop/server/health'
import { openServedDatabase, prepareShared } from '@shop/server/open-served-database'
import { run } from '@shop/server/run'
import { importDemoCatalogue, LABORATORY_MIGRATIONS, openLaboratory } from './open.ts'
import { readSettings } from './settings.ts'

const TABLES = { migrations: LABORATORY_MIGRATIONS, fill: importDemoCatalogue }

/** The main API alone (with the sandbox, where the settings name no real party), for a storefront elsewhere. */
await run({
  readSettings,
  prepare: ({ server }) => prepareShared(server, TABLES),
  async open({ server, laboratory: settings }, logger) {
    const database = await openServedDatabase(server, logger, TABLES)
    const laboratory = await openLaboratory(settings, database, logger)
    const app = healthRoutes(database)
    app.route('/', laboratory.mounts)
    return {
      app,
      addresses: [['Main API', settings.apiPublicUrl], ...laboratory.addresses],
      async close() {
        await laboratory.close()
        await database.close()
      },
    }
  },
})
