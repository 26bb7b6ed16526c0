import { createRoute, z } from '@hono/zod-openapi'
import { personalIdSchema } from '@shop/contract/fields'
import type { ProblemCode } from '@shop/contract/problem'
import { endedSessionsSchema, ownPasswordSchema } from '@shop/contract/staff'
import {
  answerMessageSchema,
  assignMessageSchema,
  closeMessageSchema,
  deskMessageSchema,
  deskThreadSchema,
  MESSAGE_LISTS,
  messageSearchSchema,
  messageVersionSchema,
} from '@shop/contract/support'
import { scopeOf } from '@shop/domain/staff'
import {
  type Api,
  BODY_PROBLEMS,
  json,
  jsonBody,
  PROBLEMS_OF_OWN_PASSWORD,
  problems,
  requireStaff,
  STAFF_REFUSALS,
  staffSecurity,
} from '../api.ts'
import type { ApiContext } from '../context.ts'
import { actorOf } from '../staff/authenticate-staff.ts'
import { verifyStaffPassword } from '../staff/verify-staff-password.ts'
import { listMessages, searchMessages } from './list-messages.ts'
import {
  answerMessage,
  assignMessage,
  closeMessage,
  endSessionsByMessage,
  readMessageVersion,
  readThread,
} from './support-threads.ts'

const tags = ['Desk: messages']
const params = z.object({ id: personalIdSchema })
const CHANGES = [
  ...BODY_PROBLEMS,
  ...STAFF_REFUSALS,
  'not_found',
  'stale_write',
] as const satisfies readonly ProblemCode[]
const changed = json(messageVersionSchema, 'The current version')

const listRoute = createRoute({
  method: 'get',
  path: '/staff/messages',
  operationId: 'deskMessages',
  tags,
  summary: 'Questions to support; longest waiting first',
  security: staffSecurity('messages.read'),
  request: { query: z.object({ list: z.enum(MESSAGE_LISTS).default('open') }) },
  responses: {
    200: json(z.array(deskMessageSchema), 'At most 200'),
    ...problems(...STAFF_REFUSALS, 'invalid_fields'),
  },
})

const searchRoute = createRoute({
  method: 'post',
  path: '/staff/messages/search',
  operationId: 'searchMessages',
  tags,
  summary: 'Questions by reference, e-mail address of the sender or number of the order; newest first',
  description: 'What people wrote is encrypted, so it is not searched.',
  security: staffSecurity('messages.read'),
  request: jsonBody(messageSearchSchema),
  responses: {
    200: json(z.array(deskMessageSchema), 'At most 200, open and closed'),
    ...problems(...BODY_PROBLEMS, ...STAFF_REFUSALS),
  },
})

const versionRoute = createRoute({
  method: 'get',
  path: '/staff/messages/{id}/version',
  operationId: 'messageVersion',
  tags,
  summary: 'Whether a question that is open on a screen has changed: its version',
  security: staffSecurity('messages.read'),
  request: { params },
  responses: { 200: changed, ...problems(...STAFF_REFUSALS, 'not_found') },
})

const readRoute = createRoute({
  method: 'get',
  path: '/staff/messages/{id}',
  operationId: 'deskThread',
  tags,
  summary: 'A question with its whole conversation, and the order that it is about',
  security: staffSecurity('messages.read'),
  request: { params },
  responses: {
    200: json(deskThreadSchema, 'The question'),
    ...problems(...STAFF_REFUSALS, 'not_found'),
  },
})

const assignRoute = createRoute({
  method: 'put',
  path: '/staff/messages/{id}/assignee',
  operationId: 'assignMessage',
  tags,
  summary: 'Assign a question to oneself, or release it',
  security: staffSecurity('messages.answer'),
  request: { params, ...jsonBody(assignMessageSchema) },
  responses: { 200: changed, ...problems(...CHANGES) },
})

const answerRoute = createRoute({
  method: 'post',
  path: '/staff/messages/{id}/answers',
  operationId: 'answerMessage',
  tags,
  summary: 'Answer by mail and in the account; assigns the question to the person who answers',
  security: staffSecurity('messages.answer'),
  request: { params, ...jsonBody(answerMessageSchema) },
  responses: { 200: changed, ...problems(...CHANGES) },
})

const closeRoute = createRoute({
  method: 'put',
  path: '/staff/messages/{id}/closed',
  operationId: 'closeMessage',
  tags,
  summary: 'Close or reopen a question',
  security: staffSecurity('messages.answer'),
  request: { params, ...jsonBody(closeMessageSchema) },
  responses: { 200: changed, ...problems(...CHANGES) },
})

const endSessionsRoute = createRoute({
  method: 'delete',
  path: '/staff/messages/{id}/account/sessions',
  operationId: 'endSessionsByMessage',
  tags,
  summary: 'Log the questioner out everywhere and notify them by mail; the password stays',
  description: 'Needs the caller’s own password, so that an unattended desk cannot log anyone out.',
  security: staffSecurity('sessions.end'),
  request: { params, ...jsonBody(ownPasswordSchema) },
  responses: {
    200: json(endedSessionsSchema, 'How many sessions were ended'),
    ...problems(...PROBLEMS_OF_OWN_PASSWORD),
  },
})

/** The support's inbox. Questions belong to the whole network: a guest's question has no laboratory. */
export function registerDeskMessageRoutes(api: Api, context: ApiContext): void {
  api.openapi(listRoute, async (c) =>
    c.json(await listMessages(context, { actor: actorOf(c), ...c.req.valid('query') }), 200),
  )
  api.openapi(searchRoute, async (c) =>
    c.json(await searchMessages(context, { actor: actorOf(c), ...c.req.valid('json') }), 200),
  )
  api.openapi(versionRoute, async (c) => c.json(await readMessageVersion(context, c.req.valid('param')), 200))
  api.openapi(readRoute, async (c) => {
    const { id } = c.req.valid('param')
    const ordersScope = scopeOf(requireStaff(c).grants, 'orders.read')
    return c.json(await readThread(context, { actor: actorOf(c), id, ordersScope }), 200)
  })
  api.openapi(assignRoute, async (c) => {
    const change = { actor: actorOf(c), ...c.req.valid('param'), ...c.req.valid('json') }
    return c.json(await assignMessage(context, change), 200)
  })
  api.openapi(answerRoute, async (c) => {
    const change = { actor: actorOf(c), ...c.req.valid('param'), ...c.req.valid('json') }
    return c.json(await answerMessage(context, change), 200)
  })
  api.openapi(closeRoute, async (c) => {
    const change = { actor: actorOf(c), ...c.req.valid('param'), ...c.req.valid('json') }
    return c.json(await closeMessage(context, change), 200)
  })
  api.openapi(endSessionsRoute, async (c) => {
    const actor = actorOf(c)
    await verifyStaffPassword(context, { staffId: actor.staffId, ...c.req.valid('json') })
    return c.json(await endSessionsByMessage(context, { actor, id: c.req.valid('param').id }), 200)
  })
}
