import { createRoute } from '@hono/zod-openapi'
import { personalIdSchema } from '@shop/contract/fields'
import { answerTestsConsentSchema, CONSENT_DAYS, testsConsentSchema } from '@shop/contract/tests-consent'
import type { Context } from 'hono'
import { z } from 'zod'
import {
  type Api,
  type ApiEnv,
  BODY_PROBLEMS,
  json,
  jsonBody,
  problems,
  requireViewer,
  USER_SECURITY,
} from '../api.ts'
import type { ApiContext } from '../context.ts'
import { answerTestsConsent, readTestsConsent } from './tests-consent.ts'

const tags = ['Orders']
const params = z.object({ id: personalIdSchema })

const readRoute = createRoute({
  method: 'get',
  path: '/orders/{id}/tests-consent',
  operationId: 'testsConsent',
  tags,
  summary: 'Whether support asks for permission to see the names of an order’s tests, or has it',
  security: USER_SECURITY,
  request: { params },
  responses: { 200: json(testsConsentSchema, 'The current state'), ...problems('unauthorized', 'not_found') },
})

const answerRoute = createRoute({
  method: 'put',
  path: '/orders/{id}/tests-consent',
  operationId: 'answerTestsConsent',
  tags,
  summary: 'Allow support to see the names of an order’s tests, refuse it, or withdraw the permission',
  description: `Expires after ${CONSENT_DAYS} days.`,
  security: USER_SECURITY,
  request: { params, ...jsonBody(answerTestsConsentSchema) },
  responses: {
    200: json(testsConsentSchema, 'The current state'),
    ...problems(...BODY_PROBLEMS, 'unauthorized', 'not_found', 'processing_restricted'),
  },
})

export function registerTestsConsentRoutes(api: Api, context: ApiContext): void {
  const own = (c: Context<ApiEnv>, orderId: string) => ({
    viewer: requireViewer(c),
    requestId: c.var.requestId,
    orderId,
  })
  api.openapi(readRoute, async (c) =>
    c.json(await readTestsConsent(context, own(c, c.req.valid('param').id)), 200),
  )
  api.openapi(answerRoute, async (c) => {
    const answer = { ...own(c, c.req.valid('param').id), ...c.req.valid('json') }
    return c.json(await answerTestsConsent(context, answer), 200)
  })
}
