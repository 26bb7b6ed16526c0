import { createRoute, z } from '@hono/zod-openapi'
import {
  CRITICAL_LISTS,
  criticalDetailsSchema,
  criticalHeadSchema,
  criticalVersionSchema,
  noteCallSchema,
} from '@shop/contract/critical-values'
import { type Api, json, jsonBody, problems, STAFF_REFUSALS, staffSecurity } from '../../api.ts'
import type { ApiContext } from '../../context.ts'
import {
  CHANGE_PROBLEMS,
  deskReaderOf,
  ofOneResult,
  READ_PROBLEMS,
  RESULT_TAGS,
} from '../desk-result-calls.ts'
import { listCriticals, noteCall, readCritical } from './critical-values.ts'

const listRoute = createRoute({
  method: 'get',
  path: '/staff/critical-values',
  operationId: 'criticalValues',
  tags: RESULT_TAGS,
  summary: 'Tests with critical values; those not yet reported to anyone come first',
  security: staffSecurity('criticals.read'),
  request: { query: z.object({ list: z.enum(CRITICAL_LISTS).default('open') }) },
  responses: {
    200: json(z.array(criticalHeadSchema), 'At most 200'),
    ...problems(...STAFF_REFUSALS, 'invalid_fields'),
  },
})

const readRoute = createRoute({
  method: 'get',
  path: '/staff/critical-values/{id}',
  operationId: 'criticalValue',
  tags: RESULT_TAGS,
  summary: 'A test with critical values, whom to call, and previous calls',
  security: staffSecurity('criticals.read'),
  request: ofOneResult,
  responses: {
    200: json(criticalDetailsSchema, 'The test'),
    ...problems(...READ_PROBLEMS),
  },
})

const callRoute = createRoute({
  method: 'post',
  path: '/staff/critical-values/{id}/calls',
  operationId: 'noteCriticalCall',
  tags: RESULT_TAGS,
  summary: 'Record who was called and what they replied',
  security: staffSecurity('criticals.note'),
  request: { ...ofOneResult, ...jsonBody(noteCallSchema) },
  responses: {
    200: json(criticalVersionSchema, 'The current version'),
    ...problems(...CHANGE_PROBLEMS),
  },
})

/** Values that someone must be told of immediately. */
export function registerCriticalRoutes(api: Api, context: ApiContext): void {
  api.openapi(listRoute, async (c) =>
    c.json(await listCriticals(context, { ...deskReaderOf(c), ...c.req.valid('query') }), 200),
  )
  api.openapi(readRoute, async (c) =>
    c.json(await readCritical(context, { ...deskReaderOf(c), ...c.req.valid('param') }), 200),
  )
  api.openapi(callRoute, async (c) => {
    const { actor, scope } = deskReaderOf(c)
    const call = { actor, scope, ...c.req.valid('param'), ...c.req.valid('json') }
    return c.json(await noteCall(context, call), 200)
  })
}
