import { createRoute } from '@hono/zod-openapi'
import { plannedRepeatSchema, repeatTestsSchema } from '@shop/contract/repeats'
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
import { ofPatient } from '../reader.ts'
import { dropRepeat, planRepeat } from './plan-repeat.ts'
import { defineRepeatMail, remindOfRepeats } from './remind-of-repeats.ts'
import { repeatPersonalData } from './repeat-personal-data.ts'
import { deletePastRepeats } from './sweep-repeats.ts'

const tags = ['Results']
const path = '/test-results/{id}/patients/{patientId}/repeat' as const

const planRoute = createRoute({
  method: 'put',
  path,
  operationId: 'planRepeat',
  tags,
  summary: 'Say when the tests of a report are wanted again',
  description:
    'The account’s own wish; the shop advises none. Another month replaces the one planned before. `/family` shows what is due.',
  security: USER_SECURITY,
  request: { params: ofPatient, ...jsonBody(repeatTestsSchema) },
  responses: {
    200: json(plannedRepeatSchema, 'The month'),
    ...problems(
      ...BODY_PROBLEMS,
      'unauthorized',
      'second_factor_stale',
      'not_found',
      'conflict',
      'processing_restricted',
    ),
  },
})

const dropRoute = createRoute({
  method: 'delete',
  path,
  operationId: 'dropRepeat',
  tags,
  summary: 'Say that they are not wanted again',
  security: USER_SECURITY,
  request: { params: ofPatient },
  responses: { 204: NO_CONTENT, ...problems('unauthorized', 'second_factor_stale', 'not_found') },
})

export function registerRepeatRoutes(api: Api, context: ApiContext): void {
  context.personalData.contribute(repeatPersonalData)
  defineRepeatMail(context)
  context.jobs.schedule('remind-of-repeats', '30 * * * *', async () => {
    await remindOfRepeats(context)
  })
  context.jobs.schedule('sweep-repeats', '50 3 * * *', () => deletePastRepeats(context))
  const ownOf = (c: Context<ApiEnv>, { id, patientId }: { id: string; patientId: string }) => ({
    viewer: requireViewer(c),
    of: { testResultId: id, patientId },
    requestId: c.var.requestId,
  })
  api.openapi(planRoute, async (c) => {
    const own = ownOf(c, c.req.valid('param'))
    return c.json(await planRepeat(context, { ...own, ...c.req.valid('json') }), 200)
  })
  api.openapi(dropRoute, async (c) => {
    await dropRepeat(context, ownOf(c, c.req.valid('param')))
    return c.body(null, 204)
  })
}
