import { createRoute, z } from '@hono/zod-openapi'
import { personalIdSchema } from '@shop/contract/fields'
import {
  refusedReportHeadSchema,
  refusedReportSchema,
  refusedReportStandsSchema,
  refusedReportsQuerySchema,
  requestLabelSchema,
  requestLineSchema,
  setAsideReportSchema,
  tryRefusedReportSchema,
} from '@shop/contract/refused-reports'
import {
  type Api,
  BODY_PROBLEMS,
  json,
  jsonBody,
  laboratoriesOf,
  problems,
  STAFF_REFUSALS,
  staffSecurity,
} from '../../api.ts'
import type { ApiContext } from '../../context.ts'
import type { SealedField } from '../../encryption/sealing.ts'
import { actorOf } from '../../staff/authenticate-staff.ts'
import { listRefused, readRefused } from './read-refused.ts'
import { readRequestLine } from './request-line.ts'
import { deleteOldRefused, setAside, tryRefused } from './settle-refused.ts'

const tags = ['Desk: laboratory']
const params = z.object({ id: personalIdSchema })
const state = json(refusedReportStandsSchema, 'The current state')

const listRoute = createRoute({
  method: 'get',
  path: '/staff/refused-reports',
  operationId: 'refusedReports',
  tags,
  summary: 'Refused reports of laboratories, without their values; longest waiting first',
  security: staffSecurity('reports.read'),
  request: { query: refusedReportsQuerySchema },
  responses: {
    200: json(z.array(refusedReportHeadSchema), 'At most 200'),
    ...problems(...STAFF_REFUSALS, 'invalid_fields'),
  },
})

const readRoute = createRoute({
  method: 'get',
  path: '/staff/refused-reports/{id}',
  operationId: 'refusedReport',
  tags,
  summary: 'A refused report with its values, the reasons and the ordered tests that it names',
  security: staffSecurity('reports.read'),
  request: { params },
  responses: {
    200: json(refusedReportSchema, 'The report'),
    ...problems(...STAFF_REFUSALS, 'not_found'),
  },
})

const lineRoute = createRoute({
  method: 'get',
  path: '/staff/request-lines/{label}',
  operationId: 'requestLine',
  tags,
  summary: 'An ordered test and its patient, by the number on the tube',
  security: staffSecurity('reports.mend'),
  request: { params: z.object({ label: requestLabelSchema }) },
  responses: {
    200: json(requestLineSchema, 'The ordered test'),
    ...problems(...STAFF_REFUSALS, 'not_found'),
  },
})

const tryRoute = createRoute({
  method: 'post',
  path: '/staff/refused-reports/{id}/tries',
  operationId: 'tryRefusedReport',
  tags,
  summary: 'Try a refused report again, as it is or assigned to other ordered tests',
  description:
    'Processed like any other report. If it is refused again, it stays open with the new reasons. `conflict`: it contains no report.',
  security: staffSecurity('reports.mend'),
  request: { params, ...jsonBody(tryRefusedReportSchema) },
  responses: {
    200: state,
    ...problems(...BODY_PROBLEMS, ...STAFF_REFUSALS, 'not_found', 'stale_write', 'conflict'),
  },
})

const asideRoute = createRoute({
  method: 'put',
  path: '/staff/refused-reports/{id}/set-aside',
  operationId: 'setAsideReport',
  tags,
  summary: 'Set a refused report aside, with a reason',
  security: staffSecurity('reports.mend'),
  request: { params, ...jsonBody(setAsideReportSchema) },
  responses: {
    200: state,
    ...problems(...BODY_PROBLEMS, ...STAFF_REFUSALS, 'not_found', 'stale_write'),
  },
})

const sealed = (column: string): SealedField => ({
  purpose: 'result',
  table: 'refused_report',
  key: [['id', 'uuid']],
  column,
})

/** Routes for refused reports of laboratories: to read, correct, retry or set them aside. */
export function registerRefusedReportRoutes(api: Api, context: ApiContext): void {
  const { queries } = context.database
  api.openapi(listRoute, async (c) => {
    const look = { actor: actorOf(c), scope: laboratoriesOf(c) }
    return c.json(await listRefused(context, { ...look, ...c.req.valid('query') }), 200)
  })
  api.openapi(readRoute, async (c) => {
    const look = { actor: actorOf(c), scope: laboratoriesOf(c), locale: c.var.locale }
    return c.json(await readRefused(context, { ...look, ...c.req.valid('param') }), 200)
  })
  api.openapi(lineRoute, async (c) => {
    const look = { actor: actorOf(c), scope: laboratoriesOf(c), locale: c.var.locale }
    return c.json(await readRequestLine(queries, { ...look, ...c.req.valid('param') }), 200)
  })
  api.openapi(tryRoute, async (c) => {
    const change = { actor: actorOf(c), scope: laboratoriesOf(c), ...c.req.valid('param') }
    return c.json(await tryRefused(context, { ...change, ...c.req.valid('json') }), 200)
  })
  api.openapi(asideRoute, async (c) => {
    const change = { actor: actorOf(c), scope: laboratoriesOf(c), ...c.req.valid('param') }
    return c.json(await setAside(context, { ...change, ...c.req.valid('json') }), 200)
  })
  context.sealing.contribute(sealed('sealed_content'), sealed('sealed_issues'), sealed('sealed_note'))
  context.jobs.schedule('sweep-refused-reports', '53 3 * * *', () => deleteOldRefused(queries, context.now()))
}
