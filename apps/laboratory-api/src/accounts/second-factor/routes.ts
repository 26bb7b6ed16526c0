import { createRoute } from '@hono/zod-openapi'
import {
  finishLoginSchema,
  loggedInSchema,
  recoveryCodesSchema,
  secondFactorSchema,
  startedTotpSchema,
  totpCodeSchema,
} from '@shop/contract/accounts'
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
import { finishLogIn } from '../log-in.ts'
import {
  readSecondFactor,
  readTotpSetUp,
  renewRecoveryCodes,
  setUpTotp,
  turnTotpOff,
  turnTotpOn,
} from './manage.ts'

const tags = ['Second factor']
const description = 'Needs a login or a fresh proof within the last ten minutes.'
const ofAdding =
  'Needs a fresh proof within the last ten minutes, given after the login: the login alone cannot add another way to log in.'

const finishLoginRoute = createRoute({
  method: 'post',
  path: '/login/second-factor',
  operationId: 'finishLogin',
  tags,
  summary: 'The second step of a login',
  description:
    'With the `loginStep` of `second_factor_required`: within ten minutes and five attempts. Ends the session whose access token is sent with the request.',
  request: jsonBody(finishLoginSchema),
  responses: {
    200: json(loggedInSchema, 'An access token, as after a login'),
    ...problems(...BODY_PROBLEMS, 'login_step_not_found', 'wrong_second_factor', 'too_many_requests'),
  },
})

const readRoute = createRoute({
  method: 'get',
  path: '/users/current/second-factor',
  operationId: 'secondFactor',
  tags,
  summary: 'What a login asks for in addition to the password',
  security: USER_SECURITY,
  responses: { 200: json(secondFactorSchema, 'The second factor'), ...problems('unauthorized') },
})

const setUpTotpRoute = createRoute({
  method: 'post',
  path: '/users/current/totp',
  operationId: 'setUpTotp',
  tags,
  summary: 'Create a secret for an authenticator app',
  description: `${ofAdding} It has no effect until a first code from the app confirms it.`,
  security: USER_SECURITY,
  responses: {
    201: json(startedTotpSchema, 'What the app needs to know'),
    ...problems('unauthorized', 'proof_required', 'email_not_confirmed', 'second_factor_already_on'),
  },
})

const readTotpRoute = createRoute({
  method: 'get',
  path: '/users/current/totp',
  operationId: 'totpSetUp',
  tags,
  summary: 'The secret that is waiting for its first code',
  description: ofAdding,
  security: USER_SECURITY,
  responses: {
    200: json(startedTotpSchema, 'What the app needs to know'),
    ...problems('unauthorized', 'proof_required', 'email_not_confirmed', 'not_found'),
  },
})

const turnTotpOnRoute = createRoute({
  method: 'post',
  path: '/users/current/totp/confirmation',
  operationId: 'turnTotpOn',
  tags,
  summary: 'Turn on the second factor with the first code from the app',
  description: ofAdding,
  security: USER_SECURITY,
  request: jsonBody(totpCodeSchema),
  responses: {
    200: json(recoveryCodesSchema, 'Recovery codes, in case the app is lost'),
    ...problems(
      ...BODY_PROBLEMS,
      'unauthorized',
      'proof_required',
      'wrong_second_factor',
      'too_many_requests',
    ),
  },
})

const turnTotpOffRoute = createRoute({
  method: 'delete',
  path: '/users/current/totp',
  operationId: 'turnTotpOff',
  tags,
  summary: 'Stop asking for codes from the app',
  description,
  security: USER_SECURITY,
  responses: { 204: NO_CONTENT, ...problems('unauthorized', 'proof_required') },
})

const renewCodesRoute = createRoute({
  method: 'post',
  path: '/users/current/recovery-codes',
  operationId: 'renewRecoveryCodes',
  tags,
  summary: 'Replace the recovery codes with new ones',
  description,
  security: USER_SECURITY,
  responses: {
    201: json(recoveryCodesSchema, 'The codes'),
    ...problems('unauthorized', 'proof_required', 'not_found'),
  },
})

export function registerSecondFactorRoutes(api: Api, context: ApiContext): void {
  api.openapi(finishLoginRoute, async (c) => {
    const { viewer, clientAddress } = c.var
    if (viewer) await revokeAccessToken(context.database.queries, viewer)
    const userAgent = c.req.header('User-Agent')
    const accessToken = await finishLogIn(context, { ...c.req.valid('json'), clientAddress, userAgent })
    c.header('Cache-Control', 'no-store')
    return c.json({ access_token: accessToken }, 200)
  })
  api.openapi(readRoute, async (c) => c.json(await readSecondFactor(context, requireViewer(c)), 200))
  api.openapi(setUpTotpRoute, async (c) => c.json(await setUpTotp(context, requireViewer(c)), 201))
  api.openapi(readTotpRoute, async (c) => c.json(await readTotpSetUp(context, requireViewer(c)), 200))
  api.openapi(turnTotpOnRoute, async (c) => {
    const { code } = c.req.valid('json')
    return c.json({ recoveryCodes: await turnTotpOn(context, { viewer: requireViewer(c), code }) }, 200)
  })
  api.openapi(turnTotpOffRoute, async (c) => {
    await turnTotpOff(context, requireViewer(c))
    return c.body(null, 204)
  })
  api.openapi(renewCodesRoute, async (c) =>
    c.json({ recoveryCodes: await renewRecoveryCodes(context, requireViewer(c)) }, 201),
  )
}
