import { createRoute, z } from '@hono/zod-openapi'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { type Api, type ApiEnv, LABORATORY_SYSTEM_SECURITY } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { FHIR_JSON, fhirRefusal, fhirResponse } from './answer.ts'
import { authenticateLaboratorySystem } from './authenticate-laboratory-system.ts'
import { capabilityStatement } from './capability-statement.ts'
import { FhirRefusal } from './operation-outcome.ts'
import { parseBody } from './parse-body.ts'
import { notFound, READABLE_TYPES, readResource } from './read-resource.ts'
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
  summary: 'What the interface can do',
  responses: { 200: fhir('CapabilityStatement') },
})

const searchRoute = createRoute({
  method: 'get',
  path: '/fhir/R4/ServiceRequest',
  operationId: 'fhirSearchServiceRequests',
  tags,
  summary: 'Ordered analyses, page by page',
  description:
    'Parameters: `status` (active, completed, revoked), `_lastUpdated` (ge, gt, le, lt), `requisition`, `_include` (ServiceRequest:patient, :specimen, :location), `_count`. The link `next` of the bundle leads on.',
  security: LABORATORY_SYSTEM_SECURITY,
  responses: { 200: fhir('Bundle, searchset'), 400: outcome, 401: outcome },
})

const readRoute = createRoute({
  method: 'get',
  path: '/fhir/R4/{type}/{id}',
  operationId: 'fhirRead',
  tags,
  summary: 'One resource by its id',
  security: LABORATORY_SYSTEM_SECURITY,
  request: { params: z.object({ type: z.string().openapi({ example: 'Patient' }), id: z.string() }) },
  responses: { 200: fhir('The resource'), 401: outcome, 404: outcome },
})

const transactionRoute = createRoute({
  method: 'post',
  path: '/fhir/R4',
  operationId: 'fhirTransaction',
  tags,
  summary: 'Report results: a transaction with DiagnosticReport, Observation, Specimen',
  description:
    'All of the bundle is stored or nothing. A report is known by its identifier: sent again it changes nothing, with another content it replaces what is stored, which is kept.',
  security: LABORATORY_SYSTEM_SECURITY,
  request: { body: { required: true, content: { [FHIR_JSON]: { schema: z.unknown() } } } },
  responses: {
    200: fhir('Bundle, transaction-response'),
    400: outcome,
    401: outcome,
    413: outcome,
    415: outcome,
    422: outcome,
  },
})

const OWN_TYPES = /^application\/(fhir\+)?json\s*(;|$)/i

/** Makes every answer under the interface FHIR, refusals and failures too; guards it and its bodies. */
const fhirOnly = createMiddleware<ApiEnv>(async (c, next) => {
  await next()
  if (c.error) c.res = fhirRefusal(c.error)
})
const jsonOnly = createMiddleware<ApiEnv>(async (c, next) => {
  if (c.req.method !== 'GET' && !OWN_TYPES.test(c.req.header('Content-Type') ?? '')) {
    throw new FhirRefusal(415, { code: 'not-supported', diagnostics: `${FHIR_JSON} expected` })
  }
  await next()
})
const notTooLarge = bodyLimit({
  maxSize: BODY_LIMIT_BYTES,
  onError: () => {
    throw new FhirRefusal(413, {
      code: 'too-long',
      diagnostics: `At most ${BODY_LIMIT_BYTES} bytes are taken`,
    })
  },
})

export function registerFhirRoutes(api: Api, context: ApiContext): void {
  const { settings, partner } = context
  const laboratoryOnly = createMiddleware<ApiEnv>(async (c, next) => {
    const isPublic = c.req.method === 'GET' && c.req.path.endsWith('/metadata')
    if (!isPublic) authenticateLaboratorySystem(c.req.header('Authorization'), settings.labSystemToken)
    await next()
  })
  api.use('/fhir/R4/*', fhirOnly, laboratoryOnly, jsonOnly, notTooLarge)

  // Described only: the framework's own validation would answer in another form than FHIR's.
  for (const route of [metadataRoute, searchRoute, readRoute, transactionRoute]) {
    api.openAPIRegistry.registerPath(route)
  }
  api.get('/fhir/R4/metadata', () => fhirResponse(capabilityStatement(settings, partner.brand)))
  api.get('/fhir/R4/ServiceRequest', async (c) => {
    const query = new URL(c.req.url).searchParams
    return fhirResponse(await searchRequests(context, { query, requestId: c.var.requestId }))
  })
  api.get('/fhir/R4/:type/:id', async (c) => {
    const { type, id } = c.req.param()
    const known = READABLE_TYPES.find((readable) => readable === type)
    if (!known) throw notFound(`${READABLE_TYPES.join(', ')} can be read`)
    return fhirResponse(await readResource(context, { type: known, id, requestId: c.var.requestId }))
  })

  // FHIR names the root with and without a slash.
  api.on('POST', ['/fhir/R4', '/fhir/R4/'], async (c) => {
    const body = parseBody(await c.req.text())
    return fhirResponse(toResponse(await reportResults(context, { body, requestId: c.var.requestId })))
  })
  api.all('/fhir/R4/*', () => {
    throw notFound('The interface has nothing here; GET metadata tells what it can do')
  })
}

function toResponse(answers: readonly EntryAnswer[]) {
  return {
    resourceType: 'Bundle',
    type: 'transaction-response',
    entry: answers.map((response) => ({ response })),
  }
}
