import { createRoute, z } from '@hono/zod-openapi'
import { personalIdSchema } from '@shop/contract/fields'
import {
  heldDetailsSchema,
  heldResultsSchema,
  releasedResultSchema,
  releaseResultSchema,
} from '@shop/contract/held-results'
import type { Context } from 'hono'
import {
  type Api,
  type ApiEnv,
  BODY_PROBLEMS,
  json,
  jsonBody,
  laboratoriesOf,
  problems,
  staffSecurity,
} from '../../api.ts'
import type { ApiContext } from '../../context.ts'
import { actorOf } from '../../staff/authenticate-staff.ts'
import { listHeld, readHeld } from './held-results.ts'
import { releaseResult } from './release-result.ts'

const tags = ['Desk: laboratory']
const params = z.object({ id: personalIdSchema })

const listRoute = createRoute({
  method: 'get',
  path: '/staff/held-results',
  operationId: 'heldResults',
  tags,
  summary: 'Results that wait for their release, longest first',
  security: staffSecurity('heldResults.read'),
  responses: {
    200: json(heldResultsSchema, 'What waits'),
    ...problems('unauthorized', 'forbidden'),
  },
})

const readRoute = createRoute({
  method: 'get',
  path: '/staff/held-results/{id}',
  operationId: 'heldResult',
  tags,
  summary: 'A result that waits for its release, or has waited, with what was found',
  security: staffSecurity('heldResults.read'),
  request: { params },
  responses: {
    200: json(heldDetailsSchema, 'The result'),
    ...problems('unauthorized', 'forbidden', 'not_found'),
  },
})

const releaseRoute = createRoute({
  method: 'post',
  path: '/staff/held-results/{id}/release',
  operationId: 'releaseResult',
  tags,
  summary: 'Let the patient see a result',
  description: 'Released twice, it answers the same: when it was, and by whom.',
  security: staffSecurity('heldResults.release'),
  request: { params, ...jsonBody(releaseResultSchema) },
  responses: {
    200: json(releasedResultSchema, 'It is released'),
    ...problems(...BODY_PROBLEMS, 'unauthorized', 'forbidden', 'not_found', 'stale_write'),
  },
})

/** Results that wait for a doctor before their patients see them. */
export function registerHeldRoutes(api: Api, context: ApiContext): void {
  const look = (c: Context<ApiEnv>) => ({
    actor: actorOf(c),
    scope: laboratoriesOf(c),
    locale: c.var.locale,
  })
  api.openapi(listRoute, async (c) => c.json(await listHeld(context, look(c)), 200))
  api.openapi(readRoute, async (c) =>
    c.json(await readHeld(context, { ...look(c), ...c.req.valid('param') }), 200),
  )
  api.openapi(releaseRoute, async (c) => {
    const { actor, scope } = look(c)
    const release = { actor, scope, ...c.req.valid('param'), ...c.req.valid('json') }
    return c.json(await releaseResult(context, release), 200)
  })
}
