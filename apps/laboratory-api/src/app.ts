import { Problem, problemResponse } from '@shop/contract/problem'
import type { Database } from '@shop/database/open-database'
import { sql } from 'drizzle-orm'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import type { Logger } from 'pino'
import { type Api, createApi } from './api.ts'
import { createCatalogueStore } from './catalogue/catalogue-store.ts'
import { registerCatalogueRoutes } from './catalogue/routes.ts'
import type { ApiContext } from './context.ts'
import { createJobs } from './jobs/jobs.ts'
import { registerLaboratoryRoutes } from './laboratories/routes.ts'
import { apiHeaders, requestContext } from './request-context.ts'
import type { LaboratoryApiSettings } from './settings.ts'

const BODY_LIMIT_BYTES = 100_000
/** Bundles of the laboratory's system carry many results. */
const FHIR_BODY_LIMIT_BYTES = 5_000_000

export interface LaboratoryApiOptions {
  database: Database
  settings: LaboratoryApiSettings
  logger: Logger
  fetch?: typeof fetch
  now?: () => Date
}

export interface LaboratoryApi {
  app: Api
  context: ApiContext
  /** Starts jobs and whatever else runs beside requests. */
  start(): Promise<void>
  close(): Promise<void>
}

/** The main API: every mount, the limits, the one error handler. Paths are relative to its root. */
export async function createLaboratoryApi(options: LaboratoryApiOptions): Promise<LaboratoryApi> {
  const { database, settings, logger } = options
  const jobs = createJobs({ database, logger })
  const context: ApiContext = {
    database,
    settings,
    logger,
    jobs,
    catalogue: await createCatalogueStore({ database, logger }),
    now: options.now ?? (() => new Date()),
    fetch: options.fetch ?? fetch,
  }
  const app = createApi()
  app.use(requestContext(context))
  app.use(apiHeaders)
  app.use((c, next) =>
    bodyLimit({
      maxSize: c.req.path.includes('/fhir/') ? FHIR_BODY_LIMIT_BYTES : BODY_LIMIT_BYTES,
      onError: () => problemResponse(new Problem('body_too_large')),
    })(c, next),
  )
  app.onError((error, c) => {
    if (error instanceof Problem) return problemResponse(error)
    if (error instanceof HTTPException) {
      if (error.status === 415) return problemResponse(new Problem('unsupported_media_type'))
      if (error.status < 500) return problemResponse(new Problem('malformed_request'))
    }
    c.var.logger.error({ error: error.name, stack: error.stack }, 'request failed')
    return problemResponse(new Problem('internal_error'))
  })
  app.notFound(() => problemResponse(new Problem('not_found')))

  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => {
    await database.queries.execute(sql`select 1`).catch(() => {
      throw new Problem('not_ready')
    })
    return c.text('ok')
  })

  // Areas are mounted here, one line each, in alphabetical order.
  registerCatalogueRoutes(app, context)
  registerLaboratoryRoutes(app, context)

  return {
    app,
    context,
    async start() {
      await context.catalogue.start()
      await jobs.start()
    },
    async close() {
      await context.catalogue.stop()
      await jobs.stop()
    },
  }
}
