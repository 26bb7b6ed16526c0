import { createRoute } from '@hono/zod-openapi'
import { personalIdSchema } from '@shop/contract/fields'
import { answerVisitSchema, visitAnswersSchema } from '@shop/contract/visit-answers'
import { z } from 'zod'
import { type Api, BODY_PROBLEMS, json, jsonBody, problems, requireViewer, USER_SECURITY } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { answerPersonalData } from './answer-personal-data.ts'
import { answerVisit, deleteOldAnswers, readVisitAnswers } from './answer-visit.ts'
import { sealedAnswerFields } from './read-answers.ts'

const tags = ['Orders']
const params = z.object({ id: personalIdSchema })

const readRoute = createRoute({
  method: 'get',
  path: '/orders/{id}/answers',
  operationId: 'visitAnswers',
  tags,
  summary: 'The questions before the visit for each patient of an order, with their answers',
  description:
    'Each question appears once per person; people without questions are left out. No answer is required.',
  security: USER_SECURITY,
  request: { params },
  responses: {
    200: json(visitAnswersSchema, 'Questions and answers'),
    ...problems('unauthorized', 'not_found'),
  },
})

const answerRoute = createRoute({
  method: 'put',
  path: '/orders/{id}/answers',
  operationId: 'answerVisit',
  tags,
  summary: 'Answer the questions before the visit',
  description:
    'Possible until the samples are taken. Answers that are left out stay as they are; `null` withdraws one. Laboratories get the answers with the orders for the tests that ask.',
  security: USER_SECURITY,
  request: { params, ...jsonBody(answerVisitSchema) },
  responses: {
    200: json(visitAnswersSchema, 'Questions and answers as they are now'),
    ...problems(...BODY_PROBLEMS, 'unauthorized', 'not_found', 'unknown_patient', 'visit_not_changeable'),
  },
})

export function registerAnswerRoutes(api: Api, context: ApiContext): void {
  context.sealing.contribute(...sealedAnswerFields)
  context.personalData.contribute(answerPersonalData(context))
  context.jobs.schedule('sweep-visit-answers', '10 2 * * *', () => deleteOldAnswers(context))
  api.openapi(readRoute, async (c) => {
    const own = { viewer: requireViewer(c), requestId: c.var.requestId, orderId: c.req.valid('param').id }
    return c.json(await readVisitAnswers(context, own), 200)
  })
  api.openapi(answerRoute, async (c) => {
    const own = { viewer: requireViewer(c), requestId: c.var.requestId, orderId: c.req.valid('param').id }
    return c.json(await answerVisit(context, { ...own, ...c.req.valid('json') }), 200)
  })
}
