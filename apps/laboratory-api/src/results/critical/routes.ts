import { createRoute, z } from '@hono/zod-openapi'
import {
  CRITICAL_LISTS,
  criticalDetailsSchema,
  criticalHeadSchema,
  criticalVersionSchema,
  noteCallSchema,
} from '@shop/contract/critical-values'
import { personalIdSchema } from '@shop/contract/fields'
import {
  type Api,
  BODY_PROBLEMS,
  json,
  jsonBody,
  laboratoriesOf,
  problems,
  staffSecurity,
} from '../../api.ts'
import type { ApiContext } from '../../context.ts'
import { actorOf } from '../../staff/authenticate-staff.ts'
import { listCriticals, noteCall, readCritical } from './critical-values.ts'

const tags = ['Desk: laboratory']
const params = z.object({ id: personalIdSchema })

const listRoute = createRoute({
  method: 'get',
  path: '/staff/critical-values',
  operationId: 'criticalValues',
  tags,
  summary: 'Tests with critical values: those that nobody was told of first come first',
  security: staffSecurity('criticals.read'),
  request: { query: z.object({ list: z.enum(CRITICAL_LISTS).default('open') }) },
  responses: {
    200: json(z.array(criticalHeadSchema), 'At most 200'),
    ...problems('unauthorized', 'forbidden', 'invalid_fields'),
  },
})

const readRoute = createRoute({
  method: 'get',
  path: '/staff/critical-values/{id}',
  operationId: 'criticalValue',
  tags,
  summary: 'A test with critical values, whom to call, and who was called',
  security: staffSecurity('criticals.read'),
  request: { params },
  responses: {
    200: json(criticalDetailsSchema, 'The test'),
    ...problems('unauthorized', 'forbidden', 'not_found'),
  },
})

const callRoute = createRoute({
  method: 'post',
  path: '/staff/critical-values/{id}/calls',
  operationId: 'noteCriticalCall',
  tags,
  summary: 'Write down who was called and what was said back',
  security: staffSecurity('criticals.note'),
  request: { params, ...jsonBody(noteCallSchema) },
  responses: {
    200: json(criticalVersionSchema, 'The version of now'),
    ...problems(...BODY_PROBLEMS, 'unauthorized', 'forbidden', 'not_found', 'stale_write'),
  },
})

/** Values that somebody has to be told of at once. */
export function registerCriticalRoutes(api: Api, context: ApiContext): void {
  api.openapi(listRoute, async (c) => {
    const look = { actor: actorOf(c), scope: laboratoriesOf(c), locale: c.var.locale }
    return c.json(await listCriticals(context, { ...look, ...c.req.valid('query') }), 200)
  })
  api.openapi(readRoute, async (c) => {
    const look = { actor: actorOf(c), scope: laboratoriesOf(c), locale: c.var.locale }
    return c.json(await readCritical(context, { ...look, ...c.req.valid('param') }), 200)
  })
  api.openapi(callRoute, async (c) => {
    const change = { actor: actorOf(c), scope: laboratoriesOf(c), ...c.req.valid('param') }
    return c.json(await noteCall(context, { ...change, ...c.req.valid('json') }), 200)
  })
}
