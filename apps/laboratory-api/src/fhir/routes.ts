import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { Problem } from '@shop/contract/problem'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { type Api, type ApiEnv, json, LABORATORY_SYSTEM_SECURITY } from '../api.ts'
import { authenticateClient } from '../clients/authenticate-client.ts'
import { smartConfiguration } from '../clients/grant-token.ts'
import { RESOURCE_TYPES } from '../clients/scopes.ts'
import type { ApiContext } from '../context.ts'
import { FHIR_JSON, fhirRefusal, fhirResponse } from './answer.ts'
import type { Caller } from './caller.ts'
import { capabilityStatement } from './capability-statement.ts'
import { FhirRefusal, FhirThrottled } from './operation-outcome.ts'
import { parseBody } from './parse-body.ts'
import { notFound, readResource } from './read-resource.ts'
import { keepingRefused } from './refused/keep-refused.ts'
import { registerRefusedReportRoutes } from './refused/routes.ts'
import { type EntryAnswer, reportResults } from './report-results.ts'
import { searchRequests } from './search-requests.ts'

/** Bundles of the laboratory's system carry many results. */
const BODY_LIMIT_BYTES = 5_000_000

const tags = ["Laboratory's information system (FHIR R4)"]
const resource = z.looseObject({ resourceType: z.string() })
const fhir = (description: string) => ({ description, content: { [FHIR_JSON]: { schema: resource } } })
const outcome = fhir('OperationOutcome: each fault with its element and reason; nothing was stored')

const metadataRoute = createRoute({
  method: 'get',
  path: '/fhir/R4/metadata',
  operationId: 'fhirMetadata',
  tags,
  summary: 'What the interface supports',
  responses: { 200: fhir('CapabilityStatement') },
})

const smartRoute = createRoute({
  method: 'get',
  path: '/fhir/R4/.well-known/smart-configuration',
  operationId: 'fhirSmartConfiguration',
  tags,
  summary: 'Where clients log in',
  responses: { 200: json(z.looseObject({ token_endpoint: z.url() }), 'SMART configuration') },
})

const searchRoute = createRoute({
  method: 'get',
  path: '/fhir/R4/ServiceRequest',
  operationId: 'fhirSearchServiceRequests',
  tags,
  summary: 'Ordered analyses, page by page',
  description:
    'Parameters: `status` (active, completed, revoked), `_lastUpdated` (ge, gt, le, lt), `requisition`, `_include` (ServiceRequest:patient, :specimen, :location), `_revinclude` (DiagnosticReport:based-on), `_count`. The bundle’s link `next` leads to the next page.',
  security: LABORATORY_SYSTEM_SECURITY,
  responses: { 200: fhir('Bundle, searchset'), 400: outcome, 401: outcome, 403: outcome, 429: outcome },
})

const readRoute = createRoute({
  method: 'get',
  path: '/fhir/R4/{type}/{id}',
  operationId: 'fhirRead',
  tags,
  summary: 'One resource by its id',
  security: LABORATORY_SYSTEM_SECURITY,
  request: { params: z.object({ type: z.string().openapi({ example: 'Patient' }), id: z.string() }) },
  responses: { 200: fhir('The resource'), 401: outcome, 403: outcome, 404: outcome, 429: outcome },
})

const transactionRoute = createRoute({
  method: 'post',
  path: '/fhir/R4',
  operationId: 'fhirTransaction',
  tags,
  summary: 'Report results: a transaction with DiagnosticReport, Observation, Specimen',
  description:
    'All of the bundle is stored or nothing. A report is recognised by its identifier: sent again unchanged, it has no effect; with different content it replaces the stored report, which is kept.',
  security: LABORATORY_SYSTEM_SECURITY,
  request: { body: { required: true, content: { [FHIR_JSON]: { schema: z.unknown() } } } },
  responses: {
    200: fhir('Bundle, transaction-response'),
    400: outcome,
    401: outcome,
    403: outcome,
    413: outcome,
    415: outcome,
    422: outcome,
    429: outcome,
  },
})

/** After `clientsOnly` there is a caller. */
type FhirEnv = ApiEnv & { Variables: { caller: Caller } }

const OWN_TYPES = /^application\/(fhir\+)?json\s*(;|$)/i

/** Makes every reply of the interface FHIR, including refusals and failures. */
const fhirOnly = createMiddleware<ApiEnv>(async (c, next) => {
  await next()
  if (c.error) c.res = fhirRefusal(c.error)
})
const jsonOnly = createMiddleware<ApiEnv>(async (c, next) => {
  if (c.req.method !== 'GET' && !OWN_TYPES.test(c.req.header('Content-Type') ?? '')) {
    throw new FhirRefusal(415, { code: 'not-supported', diagnostics: `the body must be ${FHIR_JSON}` })
  }
  await next()
})
const notTooLarge = bodyLimit({
  maxSize: BODY_LIMIT_BYTES,
  onError: () => {
    throw new FhirRefusal(413, {
      code: 'too-long',
      diagnostics: `At most ${BODY_LIMIT_BYTES} bytes are accepted`,
    })
  },
})

export function registerFhirRoutes(api: Api, context: ApiContext): void {
  const { limits, settings, partner } = context
  const clientsOnly = createMiddleware<FhirEnv>(async (c, next) => {
    const client = await authenticateClient(context, c.req.header('Authorization'))
    if (!client) {
      throw new FhirRefusal(401, {
        code: 'login',
        expression: 'http.Authorization',
        diagnostics: 'A client’s access token is required: see .well-known/smart-configuration',
      })
    }
    c.set('clientId', client.id)
    await limits.consume('fhirCallPerClient', client.id).catch((error) => {
      throw error instanceof Problem ? new FhirThrottled(error.details.retryAfter ?? 1) : error
    })
    c.set('caller', { client, requestId: c.var.requestId })
    await next()
  })

  // Only described: the framework's own validation would not reply in the form of FHIR.
  for (const route of [metadataRoute, smartRoute, searchRoute, readRoute, transactionRoute]) {
    api.openAPIRegistry.registerPath(route)
  }
  const fhir = api as unknown as OpenAPIHono<FhirEnv>
  fhir.use('/fhir/R4/*', fhirOnly)
  fhir.get('/fhir/R4/metadata', () => fhirResponse(capabilityStatement(settings, partner.brand)))
  fhir.get('/fhir/R4/.well-known/smart-configuration', (c) => c.json(smartConfiguration(settings)))
  // The routes below are for clients.
  fhir.use('/fhir/R4/*', clientsOnly, jsonOnly, notTooLarge)
  fhir.get('/fhir/R4/ServiceRequest', async (c) => {
    const query = new URL(c.req.url).searchParams
    return fhirResponse(await searchRequests(context, { query, caller: c.var.caller }))
  })
  fhir.get('/fhir/R4/:type/:id', async (c) => {
    const { type, id } = c.req.param()
    const known = RESOURCE_TYPES.find((readable) => readable === type)
    if (!known) throw notFound(`only ${RESOURCE_TYPES.join(', ')} can be read`)
    return fhirResponse(await readResource(context, { type: known, id, caller: c.var.caller }))
  })

  // FHIR uses the root with and without a slash.
  fhir.on('POST', ['/fhir/R4', '/fhir/R4/'], async (c) => {
    const text = await c.req.text()
    const { caller } = c.var
    const answers = await keepingRefused(context, { text, caller }, async () =>
      reportResults(context, { body: parseBody(text), caller }),
    )
    return fhirResponse(toResponse(answers))
  })
  fhir.all('/fhir/R4/*', () => {
    throw notFound('There is nothing at this address; GET metadata describes the interface')
  })
  registerRefusedReportRoutes(api, context)
}

function toResponse(answers: readonly EntryAnswer[]) {
  return {
    resourceType: 'Bundle',
    type: 'transaction-response',
    entry: answers.map((response) => ({ response })),
  }
}
