import { createRoute, z } from '@hono/zod-openapi'
import { personalIdSchema } from '@shop/contract/fields'
import { Problem } from '@shop/contract/problem'
import {
  createdShareSchema,
  createShareSchema,
  openedShareSchema,
  openShareSchema,
  sharedReportSchema,
  shareSchema,
} from '@shop/contract/results'
import type { Context } from 'hono'
import {
  type Api,
  type ApiEnv,
  BODY_PROBLEMS,
  json,
  jsonBody,
  NO_CONTENT,
  problems,
  requireViewer,
  USER_SECURITY,
} from '../../api.ts'
import type { ApiContext } from '../../context.ts'
import { findOwnPatientAnalyses } from '../analysis-queries.ts'
import { ofPatient, readerOf } from '../reader.ts'
import { createShare } from './create-share.ts'
import { openShare } from './open-share.ts'
import { readSharedReport } from './read-shared-report.ts'
import { revokeShare } from './revoke-share.ts'
import { listShares } from './share-queries.ts'

const tags = ['Results']
const sharesPath = '/test-results/{id}/patients/{patientId}/shares' as const

const createShareRoute = createRoute({
  method: 'post',
  path: sharesPath,
  operationId: 'createShare',
  tags,
  summary: "Create a link with a PIN by which a doctor reads a patient's results of one order",
  description: 'Needs a login or a fresh proof within the last ten minutes.',
  security: USER_SECURITY,
  request: { params: ofPatient, ...jsonBody(createShareSchema) },
  responses: {
    201: json(createdShareSchema, 'Token and PIN are returned only this once'),
    ...problems(
      'unauthorized',
      'second_factor_stale',
      'proof_required',
      'not_found',
      'too_many_shares',
      'processing_restricted',
      ...BODY_PROBLEMS,
    ),
  },
})

const listSharesRoute = createRoute({
  method: 'get',
  path: sharesPath,
  operationId: 'shares',
  tags,
  summary: 'The links, with who opened them and when, newest first',
  security: USER_SECURITY,
  request: { params: ofPatient },
  responses: {
    200: json(z.array(shareSchema), 'The links'),
    ...problems('unauthorized', 'second_factor_stale', 'not_found'),
  },
})

const revokeRoute = createRoute({
  method: 'delete',
  path: `${sharesPath}/{shareId}`,
  operationId: 'revokeShare',
  tags,
  summary: 'Revoke a link immediately',
  security: USER_SECURITY,
  request: { params: ofPatient.extend({ shareId: personalIdSchema }) },
  responses: { 204: NO_CONTENT, ...problems('unauthorized', 'second_factor_stale', 'not_found') },
})

const byToken = z.object({ token: z.string().max(100) })

const openRoute = createRoute({
  method: 'post',
  path: '/shared-results/{token}/openings',
  operationId: 'openShare',
  tags,
  summary: 'Open a shared link with its PIN',
  description:
    'Five wrong PINs in a row close the link: `remainingAttempts` beside `wrong_pin` is then 0. An expired, revoked or closed link is not found.',
  request: { params: byToken, ...jsonBody(openShareSchema) },
  responses: {
    201: json(openedShareSchema, 'A key for reading the report'),
    ...problems('not_found', 'wrong_pin', ...BODY_PROBLEMS),
  },
})

const sharedRoute = createRoute({
  method: 'get',
  path: '/shared-results/{token}',
  operationId: 'sharedReport',
  tags,
  summary: 'The report behind a shared link, with the key from opening it',
  request: { params: byToken, headers: z.object({ 'x-access-key': z.string().max(100).default('') }) },
  responses: { 200: json(sharedReportSchema, 'The report'), ...problems('not_found') },
})

export function registerShareRoutes(api: Api, context: ApiContext): void {
  const { database, sealing, now } = context
  const ownOf = (c: Context<ApiEnv>, { id, patientId }: { id: string; patientId: string }) => ({
    viewer: requireViewer(c),
    of: { testResultId: id, patientId },
    requestId: c.var.requestId,
  })
  api.openapi(createShareRoute, async (c) => {
    const wanted = c.req.valid('json')
    return c.json(await createShare(context, { ...ownOf(c, c.req.valid('param')), ...wanted }), 201)
  })
  api.openapi(listSharesRoute, async (c) => {
    const { viewer, of } = ownOf(c, c.req.valid('param'))
    const own = { userId: viewer.userId, ...of }
    const analyses = await findOwnPatientAnalyses(sealing, database.queries, own)
    if (analyses.length === 0) throw new Problem('not_found')
    return c.json(await listShares(database.queries, { ...own, now: now() }), 200)
  })
  api.openapi(revokeRoute, async (c) => {
    const { shareId, ...of } = c.req.valid('param')
    await revokeShare(context, { ...ownOf(c, of), shareId })
    return c.body(null, 204)
  })
  api.openapi(openRoute, async (c) => {
    const { token } = c.req.valid('param')
    return c.json(await openShare(context, { token, ...c.req.valid('json') }), 201)
  })
  api.openapi(sharedRoute, async (c) => {
    const report = await readSharedReport(context, {
      token: c.req.valid('param').token,
      accessKey: c.req.valid('header')['x-access-key'],
      reader: readerOf(context, c),
      requestId: c.var.requestId,
    })
    c.header('Cache-Control', 'private, no-store')
    return c.json(report, 200)
  })
}
