import { createRoute, z } from '@hono/zod-openapi'
import { passkeyOptionsSchema, passkeySchema, registerPasskeySchema } from '@shop/contract/accounts'
import { personalIdSchema } from '@shop/contract/fields'
import { ownPasswordSchema } from '@shop/contract/staff'
import { networkOf } from '@shop/server/network-of'
import {
  type Api,
  BODY_PROBLEMS,
  json,
  jsonBody,
  NO_CONTENT,
  problems,
  requireStaff,
  staffSecurity,
} from '../api.ts'
import type { ApiContext } from '../context.ts'
import { actorOf } from './authenticate-staff.ts'
import {
  addStaffPasskey,
  challengeStaffPasskey,
  listStaffPasskeys,
  removeStaffPasskey,
  startStaffPasskey,
} from './staff-passkeys.ts'

const tags = ['Desk: sessions']

const challengeRoute = createRoute({
  method: 'post',
  path: '/staff/passkeys/challenges',
  operationId: 'challengeStaffPasskey',
  tags,
  summary: 'What a browser needs to show a passkey at the login',
  description: 'Can be answered once, within five minutes, and only together with the password.',
  responses: { 201: json(passkeyOptionsSchema, 'The challenge'), ...problems('too_many_requests') },
})

const listRoute = createRoute({
  method: 'get',
  path: '/staff/current/passkeys',
  operationId: 'staffPasskeys',
  tags,
  summary: 'The caller’s passkeys',
  security: staffSecurity(),
  responses: { 200: json(z.array(passkeySchema), 'The oldest first'), ...problems('unauthorized') },
})

const startRoute = createRoute({
  method: 'post',
  path: '/staff/current/passkeys/challenges',
  operationId: 'startStaffPasskey',
  tags,
  summary: 'What a browser needs to create a passkey for the desk',
  description: 'Needs the password: a session alone cannot add another way to log in.',
  security: staffSecurity(),
  request: jsonBody(ownPasswordSchema),
  responses: {
    201: json(passkeyOptionsSchema, 'The challenge'),
    ...problems(...BODY_PROBLEMS, 'unauthorized', 'wrong_password', 'too_many_passkeys', 'too_many_requests'),
  },
})

const addRoute = createRoute({
  method: 'post',
  path: '/staff/current/passkeys',
  operationId: 'addStaffPasskey',
  tags,
  summary: 'Store a passkey that the browser has created',
  description: 'From then on it can replace the app’s code at the login; the app stays valid.',
  security: staffSecurity(),
  request: jsonBody(registerPasskeySchema),
  responses: {
    204: NO_CONTENT,
    ...problems(...BODY_PROBLEMS, 'unauthorized', 'passkey_refused', 'too_many_passkeys'),
  },
})

const removeRoute = createRoute({
  method: 'delete',
  path: '/staff/current/passkeys/{id}',
  operationId: 'removeStaffPasskey',
  tags,
  summary: 'Remove one of the caller’s passkeys',
  security: staffSecurity(),
  request: { params: z.object({ id: personalIdSchema }) },
  responses: { 204: NO_CONTENT, ...problems('unauthorized', 'not_found') },
})

export function registerStaffPasskeyRoutes(api: Api, context: ApiContext): void {
  api.openapi(challengeRoute, async (c) => {
    await context.limits.consume('passkeyPerNetwork', networkOf(c.var.clientAddress))
    c.header('Cache-Control', 'no-store')
    return c.json(await challengeStaffPasskey(context), 201)
  })
  api.openapi(listRoute, async (c) => c.json(await listStaffPasskeys(context, requireStaff(c).staffId), 200))
  api.openapi(startRoute, async (c) => {
    const { staffId } = requireStaff(c)
    return c.json(await startStaffPasskey(context, { staffId, ...c.req.valid('json') }), 201)
  })
  api.openapi(addRoute, async (c) => {
    await addStaffPasskey(context, { actor: actorOf(c), ...c.req.valid('json') })
    return c.body(null, 204)
  })
  api.openapi(removeRoute, async (c) => {
    await removeStaffPasskey(context, { actor: actorOf(c), id: c.req.valid('param').id })
    return c.body(null, 204)
  })
}
