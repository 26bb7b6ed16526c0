import { createRoute } from '@hono/zod-openapi'
import { supportMessageSchema, supportMessageSentSchema } from '@shop/contract/support'
import { type Api, BODY_PROBLEMS, json, jsonBody, problems } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { sendSupportMessage } from './send-support-message.ts'
import { defineSupportMails } from './support-mails.ts'
import { deleteOldSupportMessages, supportPersonalData } from './support-personal-data.ts'

const sendRoute = createRoute({
  method: 'post',
  path: '/support-messages',
  operationId: 'sendSupportMessage',
  tags: ['Support'],
  summary: 'Write to the support',
  request: jsonBody(supportMessageSchema),
  responses: {
    201: json(supportMessageSentSchema, 'The reference of the message; a confirmation is mailed'),
    ...problems(...BODY_PROBLEMS, 'too_many_requests'),
  },
})

export function registerSupportRoutes(api: Api, context: ApiContext): void {
  api.openapi(sendRoute, async (c) => {
    const { viewer, locale, clientAddress } = c.var
    const message = c.req.valid('json')
    return c.json(
      { reference: await sendSupportMessage(context, { message, viewer, locale, clientAddress }) },
      201,
    )
  })
  defineSupportMails(context)
  context.personalData.contribute(supportPersonalData)
  context.jobs.schedule('sweep-support-messages', '41 3 * * *', () =>
    deleteOldSupportMessages(context.database.queries, context.now()),
  )
}
