import { createRoute, z } from '@hono/zod-openapi'
import {
  askRightSchema,
  processingLimitSchema,
  processingLimitsSchema,
  rightsRequestSchema,
} from '@shop/contract/rights'
import {
  type Api,
  BODY_PROBLEMS,
  json,
  jsonBody,
  NO_CONTENT,
  problems,
  requireViewer,
  USER_SECURITY,
} from '../api.ts'
import type { ApiContext } from '../context.ts'
import { announceRemovals, defineRemovalMail } from './announce-removals.ts'
import { askRight, ownRights } from './ask-right.ts'
import { registerDataViewsRoute } from './data-views.ts'
import { registerDeskRightsRoutes } from './desk-routes.ts'
import { endOwnLimit, endRestrictions, ownLimits } from './limit-processing.ts'
import { remindOfRights } from './remind-of-rights.ts'
import { defineRightsMails } from './rights-mails.ts'
import { rightsPersonalData, sweepRightsRequests } from './rights-personal-data.ts'
import { sealedRightsFields } from './sealed-rights.ts'
import { deleteOldResults, eraseOldOrders } from './sweep-retained.ts'

const tags = ['Personal data']

const askRoute = createRoute({
  method: 'post',
  path: '/users/current/rights-requests',
  operationId: 'askRight',
  tags,
  summary:
    'Make a request about the account’s data; a confirmation with the deadline for the answer is mailed',
  security: USER_SECURITY,
  request: jsonBody(askRightSchema),
  responses: {
    201: json(rightsRequestSchema, 'The request'),
    ...problems(...BODY_PROBLEMS, 'unauthorized', 'too_many_requests'),
  },
})

const ownRoute = createRoute({
  method: 'get',
  path: '/users/current/rights-requests',
  operationId: 'rightsRequests',
  tags,
  summary: 'The account’s requests about its data, and their outcomes',
  security: USER_SECURITY,
  responses: { 200: json(z.array(rightsRequestSchema), 'Newest first'), ...problems('unauthorized') },
})

const limitsRoute = createRoute({
  method: 'get',
  path: '/users/current/processing-limits',
  operationId: 'processingLimits',
  tags,
  summary: 'Whether a restriction of processing or an objection applies to the account',
  security: USER_SECURITY,
  responses: { 200: json(processingLimitsSchema, 'What applies'), ...problems('unauthorized') },
})

const endLimitRoute = createRoute({
  method: 'delete',
  path: '/users/current/processing-limits/{limit}',
  operationId: 'endProcessingLimit',
  tags,
  summary: 'End a restriction of processing or withdraw an objection, immediately',
  security: USER_SECURITY,
  request: { params: z.object({ limit: processingLimitSchema }) },
  responses: { 204: NO_CONTENT, ...problems('unauthorized', 'not_found') },
})

/** Requests about data, in the account and at the desk. */
export function registerRightsRoutes(api: Api, context: ApiContext): void {
  api.openapi(askRoute, async (c) =>
    c.json(
      await askRight(context, {
        viewer: requireViewer(c),
        requestId: c.var.requestId,
        clientAddress: c.var.clientAddress,
        ...c.req.valid('json'),
      }),
      201,
    ),
  )
  api.openapi(limitsRoute, async (c) => c.json(await ownLimits(context, requireViewer(c)), 200))
  api.openapi(endLimitRoute, async (c) => {
    const { limit } = c.req.valid('param')
    await endOwnLimit(context, { viewer: requireViewer(c), limit, requestId: c.var.requestId })
    return c.body(null, 204)
  })
  api.openapi(ownRoute, async (c) => c.json(await ownRights(context, requireViewer(c)), 200))
  registerDataViewsRoute(api, context)
  registerDeskRightsRoutes(api, context)
  defineRightsMails(context)
  defineRemovalMail(context)
  context.sealing.contribute(...sealedRightsFields)
  context.personalData.contribute(rightsPersonalData(context))
  context.jobs.schedule('remind-of-rights', '17 6 * * *', async () => {
    await remindOfRights(context)
  })
  context.jobs.schedule('end-restrictions', '27 6 * * *', async () => {
    await endRestrictions(context)
  })
  context.jobs.schedule('announce-removals', '37 6 * * *', () => announceRemovals(context))
  context.jobs.schedule('sweep-old-results', '33 1 * * *', () => deleteOldResults(context))
  // After the results that belong to them.
  context.jobs.schedule('sweep-old-orders', '3 4 * * *', () => eraseOldOrders(context))
  context.jobs.schedule('sweep-rights-requests', '47 3 * * *', () =>
    sweepRightsRequests(context.database.queries, context.now()),
  )
}
