import { createRoute, z } from '@hono/zod-openapi'
import { personalIdSchema } from '@shop/contract/fields'
import {
  analysisResultSchema,
  patientResultsSchema,
  testResultPageSchema,
  testResultSummarySchema,
} from '@shop/contract/results'
import type { Context } from 'hono'
import { assertFreshSecondFactor } from '../accounts/second-factor/take-code.ts'
import { type Api, type ApiEnv, json, problems, requireViewer, USER_SECURITY } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { registerAccountVersionRoute } from './account-version.ts'
import { defineJudgedCount } from './count-judged.ts'
import { registerCriticalRoutes } from './critical/routes.ts'
import { deleteEndedSharesAndPapers } from './delete-ended.ts'
import { registerFamilyRoute } from './family.ts'
import { registerHeldRoutes } from './held/routes.ts'
import { registerLastResultsRoute } from './last-results.ts'
import { registerReportRoutes } from './paper/report-route.ts'
import { readAnalysisResult, readPatientResults, readTestResult, readTestResults } from './read-results.ts'
import { ofPatient, readerOf } from './reader.ts'
import { registerRepeatRoutes } from './repeats/routes.ts'
import { defineResultMails } from './result-mail.ts'
import { resultPersonalData } from './result-personal-data.ts'
import { sealedResultFields } from './sealed-results.ts'
import { registerShareRoutes } from './sharing/share-routes.ts'
import { registerTimelineRoute } from './timeline.ts'
import { registerVerificationRoute } from './verification/verification-route.ts'

const tags = ['Results']
const PAGE_SIZE = 20

const listRoute = createRoute({
  method: 'get',
  path: '/test-results',
  operationId: 'testResults',
  tags,
  summary: 'The results of the account, newest sample first',
  security: USER_SECURITY,
  request: {
    query: z.object({
      cursor: z.string().max(200).optional().openapi({ description: '`nextCursor` of the previous page' }),
      limit: z.coerce.number().int().min(1).max(100).default(PAGE_SIZE),
      patientId: personalIdSchema.optional().openapi({ description: 'Only results of this patient' }),
      orderId: personalIdSchema.optional().openapi({ description: 'Only the result of this order' }),
    }),
  },
  responses: {
    200: json(testResultPageSchema, 'A page'),
    ...problems('unauthorized', 'second_factor_stale', 'invalid_fields'),
  },
})

const ofResult = z.object({ id: personalIdSchema })

const oneRoute = createRoute({
  method: 'get',
  path: '/test-results/{id}',
  operationId: 'testResult',
  tags,
  summary: 'One result with its patients',
  security: USER_SECURITY,
  request: { params: ofResult },
  responses: {
    200: json(testResultSummarySchema, 'The result'),
    ...problems('unauthorized', 'second_factor_stale', 'not_found'),
  },
})

const patientRoute = createRoute({
  method: 'get',
  path: '/test-results/{id}/patients/{patientId}',
  operationId: 'patientResults',
  tags,
  summary: "A patient's analyses of one result",
  security: USER_SECURITY,
  request: { params: ofPatient },
  responses: {
    200: json(patientResultsSchema, 'The analyses'),
    ...problems('unauthorized', 'second_factor_stale', 'not_found'),
  },
})

const analysisRoute = createRoute({
  method: 'get',
  path: '/test-results/{id}/patients/{patientId}/analysis-results/{analysisResultId}',
  operationId: 'analysisResult',
  tags,
  summary: 'The values of one analysis and their history',
  description: 'Reading it marks it as read: do not prefetch.',
  security: USER_SECURITY,
  request: { params: ofPatient.extend({ analysisResultId: personalIdSchema }) },
  responses: {
    200: json(analysisResultSchema, 'The values'),
    ...problems('unauthorized', 'second_factor_stale', 'not_found'),
  },
})

export function registerResultRoutes(api: Api, context: ApiContext): void {
  defineResultMails(context)
  defineJudgedCount(context)
  context.sealing.contribute(...sealedResultFields)
  context.jobs.schedule('sweep-results', '10 3 * * *', () =>
    deleteEndedSharesAndPapers(context.database.queries, context.now()),
  )
  for (const holder of resultPersonalData(context.sealing)) context.personalData.contribute(holder)
  // Everything below these paths: results, their papers and links.
  for (const path of ['/test-results', '/test-results/*']) {
    api.use(path, async (c, next) => {
      const viewer = c.get('viewer')
      if (viewer) assertFreshSecondFactor(viewer, context.now())
      await next()
    })
  }
  const reading = (c: Context<ApiEnv>) => ({
    viewer: requireViewer(c),
    reader: readerOf(context, c),
    requestId: c.var.requestId,
  })
  registerFamilyRoute(api, context)
  registerTimelineRoute(api, context)
  registerLastResultsRoute(api, context)
  api.openapi(listRoute, async (c) => {
    return c.json(await readTestResults(context, { ...reading(c), ...c.req.valid('query') }), 200)
  })
  api.openapi(oneRoute, async (c) => {
    const { id } = c.req.valid('param')
    return c.json(await readTestResult(context, { ...reading(c), id }), 200)
  })
  api.openapi(patientRoute, async (c) => {
    const { id, patientId } = c.req.valid('param')
    const of = { testResultId: id, patientId }
    return c.json(await readPatientResults(context, { ...reading(c), of }), 200)
  })
  api.openapi(analysisRoute, async (c) => {
    const { id, patientId, analysisResultId } = c.req.valid('param')
    const of = { testResultId: id, patientId }
    return c.json(await readAnalysisResult(context, { ...reading(c), of, analysisResultId }), 200)
  })
  registerAccountVersionRoute(api, context)
  registerCriticalRoutes(api, context)
  registerHeldRoutes(api, context)
  registerRepeatRoutes(api, context)
  registerReportRoutes(api, context)
  registerShareRoutes(api, context)
  registerVerificationRoute(api, context)
}
