import { createRoute } from '@hono/zod-openapi'
import {
  heldDetailsSchema,
  heldResultsSchema,
  releasedResultSchema,
  releaseResultSchema,
} from '@shop/contract/held-results'
import { type Api, json, jsonBody, problems, STAFF_REFUSALS, staffSecurity } from '../../api.ts'
import type { ApiContext } from '../../context.ts'
import {
  CHANGE_PROBLEMS,
  deskReaderOf,
  ofOneResult,
  READ_PROBLEMS,
  RESULT_TAGS,
} from '../desk-result-calls.ts'
import { listHeld, readHeld } from './held-results.ts'
import { releaseResult } from './release-result.ts'

const listRoute = createRoute({
  method: 'get',
  path: '/staff/held-results',
  operationId: 'heldResults',
  tags: RESULT_TAGS,
  summary: 'Results that wait for release, longest waiting first',
  security: staffSecurity('heldResults.read'),
  responses: {
    200: json(heldResultsSchema, 'The waiting results'),
    ...problems(...STAFF_REFUSALS),
  },
})

const readRoute = createRoute({
  method: 'get',
  path: '/staff/held-results/{id}',
  operationId: 'heldResult',
  tags: RESULT_TAGS,
  summary: 'A result that waits for release or has been released, with its values',
  security: staffSecurity('heldResults.read'),
  request: ofOneResult,
  responses: {
    200: json(heldDetailsSchema, 'The result'),
    ...problems(...READ_PROBLEMS),
  },
})

const releaseRoute = createRoute({
  method: 'post',
  path: '/staff/held-results/{id}/release',
  operationId: 'releaseResult',
  tags: RESULT_TAGS,
  summary: 'Release a result to the patient',
  description: 'Released a second time, it gives the same answer: when it was released and by whom.',
  security: staffSecurity('heldResults.release'),
  request: { ...ofOneResult, ...jsonBody(releaseResultSchema) },
  responses: {
    200: json(releasedResultSchema, 'The result is released'),
    ...problems(...CHANGE_PROBLEMS),
  },
})

/** Results that wait for a doctor before their patients see them. */
export function registerHeldRoutes(api: Api, context: ApiContext): void {
  api.openapi(listRoute, async (c) => c.json(await listHeld(context, deskReaderOf(c)), 200))
  api.openapi(readRoute, async (c) =>
    c.json(await readHeld(context, { ...deskReaderOf(c), ...c.req.valid('param') }), 200),
  )
  api.openapi(releaseRoute, async (c) => {
    const { actor, scope } = deskReaderOf(c)
    const release = { actor, scope, ...c.req.valid('param'), ...c.req.valid('json') }
    return c.json(await releaseResult(context, release), 200)
  })
}
