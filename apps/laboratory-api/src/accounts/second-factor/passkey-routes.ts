import { createRoute, z } from '@hono/zod-openapi'
import {
  loggedInSchema,
  passkeyAnswerSchema,
  passkeyOptionsSchema,
  recoveryCodesSchema,
  registerPasskeySchema,
  renamePasskeySchema,
} from '@shop/contract/accounts'
import { personalIdSchema } from '@shop/contract/fields'
import { networkOf } from '@shop/server/network-of'
import {
  type Api,
  BODY_PROBLEMS,
  json,
  jsonBody,
  NO_CONTENT,
  problems,
  requireViewer,
  USER_SECURITY,
} from '../../api.ts'
import type { ApiContext } from '../../context.ts'
import { revokeAccessToken } from '../access-tokens.ts'
import { logInWithPasskey } from '../log-in.ts'
import { addPasskey, removePasskey, renamePasskey, startPasskey } from './manage.ts'
import { startAuthentication } from './passkeys.ts'

const tags = ['Second factor']
const description = 'Needs a login or a fresh proof within the last ten minutes.'
const ofAdding =
  'Needs a fresh proof within the last ten minutes, given after the login: the login alone cannot add another way to log in.'
const ofPasskey = { params: z.object({ id: personalIdSchema }) }

const challengeRoute = createRoute({
  method: 'post',
  path: '/passkeys/challenges',
  operationId: 'challengePasskey',
  tags,
  summary: 'What a browser needs to use a passkey',
  description: 'For a login and for a fresh proof; can be answered once, within five minutes.',
  responses: {
    201: json(passkeyOptionsSchema, 'The challenge'),
    ...problems('too_many_requests'),
  },
})

const loginRoute = createRoute({
  method: 'post',
  path: '/login/passkey',
  operationId: 'loginWithPasskey',
  tags,
  summary: 'Sign in with a passkey alone',
  description: 'Ends the session whose access token is sent with the request.',
  request: jsonBody(passkeyAnswerSchema),
  responses: {
    200: json(loggedInSchema, 'An access token, as after a login'),
    ...problems(...BODY_PROBLEMS, 'passkey_refused', 'too_many_requests'),
  },
})

const startRoute = createRoute({
  method: 'post',
  path: '/users/current/passkeys/challenges',
  operationId: 'startPasskey',
  tags,
  summary: 'What a browser needs to create a passkey',
  description: ofAdding,
  security: USER_SECURITY,
  responses: {
    201: json(passkeyOptionsSchema, 'The challenge'),
    ...problems('unauthorized', 'proof_required', 'email_not_confirmed', 'too_many_passkeys'),
  },
})

const addRoute = createRoute({
  method: 'post',
  path: '/users/current/passkeys',
  operationId: 'addPasskey',
  tags,
  summary: 'Store a passkey that the browser has created',
  description: `${ofAdding} From then on, a login with the password needs a second step.`,
  security: USER_SECURITY,
  request: jsonBody(registerPasskeySchema),
  responses: {
    201: json(recoveryCodesSchema, 'Recovery codes, in case the passkey is lost'),
    ...problems(...BODY_PROBLEMS, 'unauthorized', 'proof_required', 'passkey_refused', 'too_many_passkeys'),
  },
})

const renameRoute = createRoute({
  method: 'put',
  path: '/users/current/passkeys/{id}',
  operationId: 'renamePasskey',
  tags,
  summary: 'Rename a passkey',
  security: USER_SECURITY,
  request: { ...ofPasskey, ...jsonBody(renamePasskeySchema) },
  responses: { 204: NO_CONTENT, ...problems(...BODY_PROBLEMS, 'unauthorized', 'not_found') },
})

const removeRoute = createRoute({
  method: 'delete',
  path: '/users/current/passkeys/{id}',
  operationId: 'removePasskey',
  tags,
  summary: 'Remove a passkey',
  description,
  security: USER_SECURITY,
  request: ofPasskey,
  responses: { 204: NO_CONTENT, ...problems('unauthorized', 'proof_required', 'not_found') },
})

export function registerPasskeyRoutes(api: Api, context: ApiContext): void {
  api.openapi(challengeRoute, async (c) => {
    await context.limits.consume('passkeyPerNetwork', networkOf(c.var.clientAddress))
    c.header('Cache-Control', 'no-store')
    return c.json(await startAuthentication(context), 201)
  })
  api.openapi(loginRoute, async (c) => {
    const { viewer, clientAddress } = c.var
    if (viewer) await revokeAccessToken(context.database.queries, viewer)
    const userAgent = c.req.header('User-Agent')
    const accessToken = await logInWithPasskey(context, { ...c.req.valid('json'), clientAddress, userAgent })
    c.header('Cache-Control', 'no-store')
    return c.json({ access_token: accessToken }, 200)
  })
  api.openapi(startRoute, async (c) => c.json(await startPasskey(context, requireViewer(c)), 201))
  api.openapi(addRoute, async (c) => {
    const recoveryCodes = await addPasskey(context, { viewer: requireViewer(c), ...c.req.valid('json') })
    return c.json({ recoveryCodes }, 201)
  })
  api.openapi(renameRoute, async (c) => {
    const named = { ...c.req.valid('param'), ...c.req.valid('json') }
    await renamePasskey(context, { viewer: requireViewer(c), ...named })
    return c.body(null, 204)
  })
  api.openapi(removeRoute, async (c) => {
    await removePasskey(context, { viewer: requireViewer(c), id: c.req.valid('param').id })
    return c.body(null, 204)
  })
}
