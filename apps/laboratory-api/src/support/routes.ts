import { createRoute, z } from '@hono/zod-openapi'
import { personalIdSchema } from '@shop/contract/fields'
import {
  guestReplySchema,
  guestThreadSchema,
  supportLinkSchema,
  supportMessageSchema,
  supportMessageSentSchema,
  supportReplySchema,
  supportThreadSchema,
} from '@shop/contract/support'
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
import { registerDeskMessageRoutes } from './desk-routes.ts'
import { deleteExpiredGuestLinks, readGuestThread, replyAsGuest } from './guest-links.ts'
import { sealedSupportFields } from './sealed-support.ts'
import { sendSupportMessage } from './send-support-message.ts'
import { defineSupportMails } from './support-mails.ts'
import { deleteOldSupportMessages, supportPersonalData } from './support-personal-data.ts'
import { ownThreads, replyToThread } from './support-threads.ts'

const sendRoute = createRoute({
  method: 'post',
  path: '/support-messages',
  operationId: 'sendSupportMessage',
  tags: ['Support'],
  summary: 'Write to support',
  description: 'A question from an account is listed in the account; no account is needed.',
  security: [...USER_SECURITY, {}],
  request: jsonBody(supportMessageSchema),
  responses: {
    201: json(supportMessageSentSchema, 'The reference of the message; a confirmation is mailed'),
    ...problems(...BODY_PROBLEMS, 'unauthorized', 'too_many_requests', 'processing_restricted'),
  },
})

const threadsRoute = createRoute({
  method: 'get',
  path: '/users/current/support-messages',
  operationId: 'supportThreads',
  tags: ['Support'],
  summary: 'The account’s questions to support, with the answers',
  security: USER_SECURITY,
  responses: {
    200: json(z.array(supportThreadSchema), 'Newest question first'),
    ...problems('unauthorized'),
  },
})

const replyRoute = createRoute({
  method: 'post',
  path: '/users/current/support-messages/{id}/replies',
  operationId: 'replyToSupport',
  tags: ['Support'],
  summary: 'Add to a question; it waits for an answer again',
  security: USER_SECURITY,
  request: { params: z.object({ id: personalIdSchema }), ...jsonBody(supportReplySchema) },
  responses: {
    204: NO_CONTENT,
    ...problems(...BODY_PROBLEMS, 'unauthorized', 'not_found', 'too_many_requests'),
  },
})

const openLinkRoute = createRoute({
  method: 'post',
  path: '/support-links/open',
  operationId: 'openSupportLink',
  tags: ['Support'],
  summary: 'The last answer of support to a guest, by the link in the mailed answer',
  request: jsonBody(supportLinkSchema),
  responses: {
    200: json(guestThreadSchema, 'The answer'),
    ...problems(...BODY_PROBLEMS, 'support_link_not_found', 'too_many_requests'),
  },
})

const guestReplyRoute = createRoute({
  method: 'post',
  path: '/support-links/replies',
  operationId: 'replyAsGuest',
  tags: ['Support'],
  summary: 'Add to a question asked without an account; it waits for an answer again',
  request: jsonBody(guestReplySchema),
  responses: {
    204: NO_CONTENT,
    ...problems(...BODY_PROBLEMS, 'not_found', 'support_link_not_found', 'too_many_requests'),
  },
})

export function registerSupportRoutes(api: Api, context: ApiContext): void {
  api.openapi(sendRoute, async (c) => {
    const { viewer, locale, clientAddress, requestId } = c.var
    const message = c.req.valid('json')
    return c.json(
      { reference: await sendSupportMessage(context, { message, viewer, locale, clientAddress, requestId }) },
      201,
    )
  })
  api.openapi(threadsRoute, async (c) => c.json(await ownThreads(context, requireViewer(c)), 200))
  api.openapi(replyRoute, async (c) => {
    const { text } = c.req.valid('json')
    await replyToThread(context, {
      viewer: requireViewer(c),
      requestId: c.var.requestId,
      id: c.req.valid('param').id,
      text,
    })
    return c.body(null, 204)
  })
  api.openapi(openLinkRoute, async (c) => {
    const { clientAddress, requestId } = c.var
    return c.json(await readGuestThread(context, { ...c.req.valid('json'), clientAddress, requestId }), 200)
  })
  api.openapi(guestReplyRoute, async (c) => {
    const { clientAddress, requestId } = c.var
    await replyAsGuest(context, { ...c.req.valid('json'), clientAddress, requestId })
    return c.body(null, 204)
  })
  registerDeskMessageRoutes(api, context)
  defineSupportMails(context)
  context.sealing.contribute(...sealedSupportFields)
  context.personalData.contribute(supportPersonalData(context))
  context.jobs.schedule('sweep-support-messages', '41 3 * * *', async () => {
    await deleteOldSupportMessages(context.database.queries, context.now())
    await deleteExpiredGuestLinks(context.database.queries, context.now())
  })
}
