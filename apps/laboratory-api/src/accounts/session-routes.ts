import { createRoute, z } from '@hono/zod-openapi'
import {
  loggedInSchema,
  loginSchema,
  proofSchema,
  registeredSchema,
  registrationSchema,
  sessionSchema,
} from '@shop/contract/accounts'
import { personalIdSchema } from '@shop/contract/fields'
import { UNUSED_SESSION_DAYS } from '@shop/contract/lifetimes'
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
import { listAccessTokens, revokeAccessToken } from './access-tokens.ts'
import { logIn } from './log-in.ts'
import { proveOwner } from './prove-owner.ts'
import { register } from './register.ts'
import { revokeOtherSessions, revokeSession } from './revoke-session.ts'

const tags = ['Sessions']

const registerRoute = createRoute({
  method: 'post',
  path: '/register',
  operationId: 'register',
  tags,
  summary: 'Open an account',
  description:
    'Opens an account, signs in and mails a confirmation. Ends the session whose access token is sent with the request. `acceptedDocuments` names every document with `requiresAcceptance` in its current version.',
  request: jsonBody(registrationSchema),
  responses: {
    201: json(registeredSchema, 'The account and its access token'),
    ...problems(...BODY_PROBLEMS, 'user_exists', 'too_many_requests'),
  },
})

const loginRoute = createRoute({
  method: 'post',
  path: '/login',
  operationId: 'login',
  tags,
  summary: 'Sign in',
  description:
    'Ends the session whose access token is sent with the request, whether the login succeeds or not. An account has at most 20 sessions: one more ends the least recently used. `login_code_required`: passwords are being tried on this account from many places; after the right one a code is mailed, to be sent with the next attempt. `second_factor_required`: the password was right; send its `loginStep` to `login/second-factor`.',
  request: jsonBody(loginSchema),
  responses: {
    200: json(
      loggedInSchema,
      `An access token: opaque, valid for ${UNUSED_SESSION_DAYS} days after its last use and for 90 days in all`,
    ),
    ...problems(
      ...BODY_PROBLEMS,
      'invalid_credentials',
      'login_code_required',
      'second_factor_required',
      'too_many_requests',
    ),
  },
})

const logoutRoute = createRoute({
  method: 'post',
  path: '/logout',
  operationId: 'logout',
  tags,
  summary: 'Revoke the access token of this call',
  security: USER_SECURITY,
  responses: { 204: NO_CONTENT, ...problems('unauthorized') },
})

const sessionsRoute = createRoute({
  method: 'get',
  path: '/users/current/sessions',
  operationId: 'sessions',
  tags,
  summary: 'Where the account is signed in, most recently used first',
  security: USER_SECURITY,
  responses: { 200: json(z.array(sessionSchema), 'The sessions'), ...problems('unauthorized') },
})

const proveRoute = createRoute({
  method: 'post',
  path: '/users/current/proof',
  operationId: 'proveOwner',
  tags,
  summary: 'Prove again, for this session, who owns the account',
  description:
    'For the next ten minutes, as after a login, this session may change the address, export data, share results, end other sessions and remove a second factor. Adding one always needs this proof, given after the login.',
  security: USER_SECURITY,
  request: jsonBody(proofSchema),
  responses: {
    204: NO_CONTENT,
    ...problems(
      ...BODY_PROBLEMS,
      'unauthorized',
      'wrong_password',
      'wrong_second_factor',
      'passkey_refused',
      'too_many_requests',
    ),
  },
})

const revokeOthersRoute = createRoute({
  method: 'delete',
  path: '/users/current/sessions',
  operationId: 'revokeOtherSessions',
  tags,
  summary: 'Sign out every other session',
  security: USER_SECURITY,
  responses: { 204: NO_CONTENT, ...problems('unauthorized', 'proof_required') },
})

const revokeSessionRoute = createRoute({
  method: 'delete',
  path: '/users/current/sessions/{id}',
  operationId: 'revokeSession',
  tags,
  summary: 'Sign out one session',
  description: 'Any session other than the caller’s needs a fresh proof.',
  security: USER_SECURITY,
  request: { params: z.object({ id: personalIdSchema }) },
  responses: {
    204: NO_CONTENT,
    ...problems('unauthorized', 'proof_required', 'not_found', 'invalid_fields'),
  },
})

export function registerSessionRoutes(api: Api, context: ApiContext): void {
  const { database, now } = context
  api.openapi(registerRoute, async (c) => {
    const { viewer } = c.var
    const registered = await register(context, {
      registration: c.req.valid('json'),
      locale: c.var.locale,
      clientAddress: c.var.clientAddress,
      userAgent: c.req.header('User-Agent'),
    })
    // A refused registration leaves the session as it is.
    if (viewer) await revokeAccessToken(database.queries, viewer)
    c.header('Cache-Control', 'no-store')
    return c.json(registered, 201)
  })
  api.openapi(loginRoute, async (c) => {
    const { viewer } = c.var
    if (viewer) await revokeAccessToken(database.queries, viewer)
    const accessToken = await logIn(context, {
      ...c.req.valid('json'),
      clientAddress: c.var.clientAddress,
      userAgent: c.req.header('User-Agent'),
    })
    c.header('Cache-Control', 'no-store')
    return c.json({ access_token: accessToken }, 200)
  })
  api.openapi(logoutRoute, async (c) => {
    await revokeAccessToken(database.queries, requireViewer(c))
    return c.body(null, 204)
  })
  api.openapi(sessionsRoute, async (c) => {
    const { userId, tokenId } = requireViewer(c)
    const tokens = await listAccessTokens(database.queries, userId, now())
    const sessions = tokens.map((token) => ({
      ...token,
      createdAt: token.createdAt.toISOString(),
      lastUsedAt: token.lastUsedAt.toISOString(),
      current: token.id === tokenId,
    }))
    return c.json(sessions, 200)
  })
  api.openapi(proveRoute, async (c) => {
    await proveOwner(context, { viewer: requireViewer(c), ...c.req.valid('json') })
    return c.body(null, 204)
  })
  api.openapi(revokeOthersRoute, async (c) => {
    await revokeOtherSessions(context, requireViewer(c))
    return c.body(null, 204)
  })
  api.openapi(revokeSessionRoute, async (c) => {
    await revokeSession(context, { viewer: requireViewer(c), tokenId: c.req.valid('param').id })
    return c.body(null, 204)
  })
}
