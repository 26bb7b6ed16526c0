import { Problem, problemResponse } from '@shop/contract/problem'
import { UNKNOWN_OPERATION } from '@shop/contract/problem-members'
import type { Database, Queries } from '@shop/database/open-database'
import { DATABASE_RETRY_SECONDS, isDatabaseAway } from '@shop/database/statement-errors'
import { describeError } from '@shop/server/log'
import { observedFetch } from '@shop/server/observed-fetch'
import { loadPartner } from '@shop/server/partner'
import { BODY_LIMIT_BYTES } from '@shop/server/readable-requests'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import type { Logger } from 'pino'
import { createAttemptLimits } from './accounts/attempt-limits.ts'
import { authenticate } from './accounts/authenticate.ts'
import { noteErasures } from './accounts/erasure-log.ts'
import { createPersonalData } from './accounts/personal-data.ts'
import { registerAccountRoutes } from './accounts/routes.ts'
import { registerAnswerRoutes } from './answers/routes.ts'
import { type Api, createApi } from './api.ts'
import type { LaboratoryApiSettings } from './api-settings.ts'
import { defineAuditMonths } from './audit/audit-months.ts'
import { createCatalogueStore } from './catalogue/catalogue-store.ts'
import { registerCatalogueRoutes } from './catalogue/routes.ts'
import { registerDeskClientRoutes } from './clients/desk-routes.ts'
import { registerClientRoutes } from './clients/routes.ts'
import type { ApiContext } from './context.ts'
import { registerDeskRoutes } from './desk/routes.ts'
import { loadLegalDocuments } from './documents/legal-documents.ts'
import { registerDocumentRoutes } from './documents/routes.ts'
import { registerEditionRoutes } from './editions/routes.ts'
import { openSecrets } from './encryption/open-secrets.ts'
import { openSealing } from './encryption/sealing.ts'
import { defineSweep } from './encryption/sweep.ts'
import { noteChangedOrder } from './fhir/request-queries.ts'
import { registerFhirRoutes } from './fhir/routes.ts'
import { registerHealthLinkRoutes } from './health-links/routes.ts'
import { createJobs } from './jobs/jobs.ts'
import { registerLaboratoryRoutes } from './laboratories/routes.ts'
import { registerMachineRoutes } from './machine/routes.ts'
import { createMail } from './mail/mail.ts'
import { registerMoneyRoutes } from './money/routes.ts'
import { registerOfferRoutes } from './offers/routes.ts'
import { docsHeaders, registerOpenApiRoutes } from './open-api/routes.ts'
import { accountOrders, findOrderId, hasOpenOrder } from './orders/handed-over.ts'
import { createPayableOrders } from './orders/orders-for-payments.ts'
import { registerOrderRoutes } from './orders/routes.ts'
import { registerPatientRoutes } from './patients/routes.ts'
import { listAttemptIds } from './payments/attempt-queries.ts'
import { createProvider } from './payments/create-provider.ts'
import { registerPaymentRoutes } from './payments/routes.ts'
import { createTypesetter } from './pdf/typesetter.ts'
import { apiHeaders, requestContext } from './request-context.ts'
import { countWaiting } from './results/count-waiting.ts'
import { listResultIds } from './results/list-result-ids.ts'
import { registerResultRoutes } from './results/routes.ts'
import { registerRightsRoutes } from './rights/routes.ts'
import { registerSearchWordRoutes } from './search-words/routes.ts'
import { securityEvents } from './security-events.ts'
import { authenticateStaff } from './staff/authenticate-staff.ts'
import { registerStaffRoutes } from './staff/routes.ts'
import { registerSupportRoutes } from './support/routes.ts'
import { createCalendarStore } from './visits/calendar-store.ts'
import { registerVisitRoutes } from './visits/routes.ts'

/**
 * The laboratory's interface has its own limit and reports it in its own format; uploads may be longer than
 * other bodies.
 */
const LONG_BODIES = /^\/(?:fhir\/R4(?:\/|$)|staff\/(?:statements|catalogue\/editions)$)/

export interface LaboratoryApiOptions {
  database: Database
  settings: LaboratoryApiSettings
  logger: Logger
  fetch?: typeof fetch
  now?: () => Date
  /** False: no job runs on a schedule. For tests that set the clock. */
  schedules?: boolean
  /** False: another process works on the jobs. */
  works?: boolean
}

export interface LaboratoryApi {
  app: Api
  context: ApiContext
  /** Starts the jobs and everything else that runs beside requests. */
  start(): Promise<void>
  close(): Promise<void>
}

/** For the audit's search, which can use neither orders nor results nor payments: they are built on staff. */
async function objectsOfOrder(queries: Queries, number: string): Promise<string[] | null> {
  const id = await findOrderId(queries, number)
  if (id === null) return null
  return [id, ...(await listResultIds(queries, id)), ...(await listAttemptIds(queries, id))]
}

async function createContext(options: LaboratoryApiOptions): Promise<ApiContext> {
  const { database, settings, logger, schedules, works, now = () => new Date() } = options
  const jobs = createJobs({
    database,
    logger,
    ...(schedules === undefined ? {} : { schedules }),
    ...(works === undefined ? {} : { works }),
  })
  const partner = loadPartner(settings.partner)
  const outside = options.fetch ?? fetch
  const context: ApiContext = {
    database,
    settings,
    logger,
    jobs,
    catalogue: await createCatalogueStore({
      database,
      logger,
      clock: { now, zone: settings.businessTimeZone },
    }),
    calendar: await createCalendarStore({ database, settings, logger }),
    sealing: await openSealing(database, {
      secrets: await openSecrets(settings.encryptionKeys, {
        service: settings.keyService,
        fetch: observedFetch('key-service', outside),
      }),
      now: now(),
    }),
    mail: createMail({ jobs, settings, partner, logger, now }),
    limits: createAttemptLimits(database),
    documents: loadLegalDocuments(partner, {
      results: settings.retainResultsYears,
      orders: settings.retainOrdersYears,
    }),
    partner,
    personalData: createPersonalData(),
    provider: await createProvider(settings, observedFetch(settings.payment.provider, outside)),
    hasOpenOrder,
    accountOrders,
    noteChangedOrder,
    objectsOfOrder,
    countWaiting,
    payableOrders: createPayableOrders(() => context),
    typesetter: createTypesetter({ logger }),
    now,
    fetch: observedFetch('breached-passwords', outside),
  }
  return context
}

/** The main API: all areas, the limits and the one error handler. Paths are relative to its root. */
export async function createLaboratoryApi(options: LaboratoryApiOptions): Promise<LaboratoryApi> {
  const { database } = options
  const context = await createContext(options)
  const { calendar, catalogue, jobs, typesetter } = context
  const app = createApi()
  app.use(requestContext(context))
  app.use(securityEvents(context))
  app.use('/docs/*', docsHeaders)
  app.use(apiHeaders(context.settings))
  app.use(authenticate(context))
  app.use('/staff/*', authenticateStaff(context))
  const limitBody = bodyLimit({
    maxSize: BODY_LIMIT_BYTES,
    onError: () => problemResponse(new Problem('body_too_large')),
  })
  app.use((c, next) => (LONG_BODIES.test(c.req.path) ? next() : limitBody(c, next)))
  app.onError((error, c) => {
    if (error instanceof Problem) return problemResponse(error)
    // The caller has gone, and the work for the request was aborted.
    if (c.req.raw.signal.aborted) return problemResponse(new Problem('not_ready'))
    if (error instanceof HTTPException) {
      if (error.status === 415) return problemResponse(new Problem('unsupported_media_type'))
      if (error.status < 500) return problemResponse(new Problem('malformed_request'))
    }
    if (isDatabaseAway(error)) {
      c.var.logger.error(describeError(error), 'the database did not answer in time')
      return problemResponse(new Problem('not_ready', { retryAfter: DATABASE_RETRY_SECONDS }))
    }
    c.var.logger.error(describeError(error), 'request failed')
    return problemResponse(new Problem('internal_error'))
  })
  app.notFound(() => problemResponse(new Problem('not_found', { extension: UNKNOWN_OPERATION })))

  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => {
    await database.check().catch(() => {
      throw new Problem('not_ready', { extension: { missing: ['database'] } })
    })
    return c.text('ok')
  })

  // Areas are registered here, one line each.
  registerAccountRoutes(app, context)
  defineAuditMonths(context)
  registerAnswerRoutes(app, context)
  registerCatalogueRoutes(app, context)
  registerClientRoutes(app, context)
  registerDeskRoutes(app, context)
  registerDocumentRoutes(app, context)
  registerEditionRoutes(app, context)
  defineSweep(context)
  registerFhirRoutes(app, context)
  registerLaboratoryRoutes(app, context)
  registerMachineRoutes(app, context)
  registerDeskClientRoutes(app, context)
  registerMoneyRoutes(app, context)
  registerOfferRoutes(app, context)
  registerOpenApiRoutes(app, context)
  registerOrderRoutes(app, context)
  registerPatientRoutes(app, context)
  registerPaymentRoutes(app, context)
  registerHealthLinkRoutes(app, context)
  registerResultRoutes(app, context)
  registerRightsRoutes(app, context)
  registerSearchWordRoutes(app, context)
  registerStaffRoutes(app, context)
  registerSupportRoutes(app, context)
  registerVisitRoutes(app, context)

  return {
    app,
    context,
    async start() {
      await catalogue.start()
      await calendar.start()
      await jobs.start()
      await noteErasures(context).catch((error) =>
        context.logger.error(describeError(error), 'the erasure log is not up to date'),
      )
    },
    async close() {
      await catalogue.stop()
      await calendar.stop()
      await jobs.stop()
      await typesetter.close()
    },
  }
}
