import { createRoute, z } from '@hono/zod-openapi'
import {
  changePasswordSchema,
  requestPasswordResetSchema,
  resetPasswordSchema,
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
} from '../api.ts'
import type { ApiContext } from '../context.ts'
import { changePassword } from './change-password.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { resetPassword } from './reset-password.ts'

const tags = ['Passwords']
const emptySchema = z.object({})

const requestResetRoute = createRoute({
  method: 'post',
  path: '/users/password',
  operationId: 'requestPasswordReset',
  tags,
  summary: 'Mail a link for setting a new password',
  description:
    'Answers 200 whether or not an account has the address. The link works once, within 10 minutes.',
  request: jsonBody(requestPasswordResetSchema),
  responses: {
    200: json(emptySchema, 'If there is such an account, the link has been sent'),
    ...problems(...BODY_PROBLEMS, 'too_many_requests'),
  },
})

const changeRoute = createRoute({
  method: 'put',
  path: '/users/password',
  operationId: 'changePassword',
  tags,
  summary: 'Change the password',
  description: 'Signs out every other session of the account.',
  security: USER_SECURITY,
  request: jsonBody(changePasswordSchema),
  responses: {
    200: json(emptySchema, 'The password has been changed'),
    ...problems(...BODY_PROBLEMS, 'unauthorized', 'wrong_password', 'stale_write', 'too_many_requests'),
  },
})

const resetRoute = createRoute({
  method: 'post',
  path: '/users/password/reset',
  operationId: 'resetPassword',
  tags,
  summary: 'Set a new password with the mailed link',
  description: 'Signs out every session of the account.',
  request: jsonBody(resetPasswordSchema),
  responses: {
    204: NO_CONTENT,
    ...problems(...BODY_PROBLEMS, 'reset_token_not_found', 'too_many_requests'),
  },
})

export function registerPasswordRoutes(api: Api, context: ApiContext): void {
  api.openapi(requestResetRoute, async (c) => {
    await requestPasswordReset(context, {
      email: c.req.valid('json').email,
      clientAddress: c.var.clientAddress,
    })
    return c.json({}, 200)
  })
  api.openapi(changeRoute, async (c) => {
    const { clientAddress } = c.var
    await changePassword(context, { viewer: requireViewer(c), ...c.req.valid('json'), clientAddress })
    return c.json({}, 200)
  })
  api.openapi(resetRoute, async (c) => {
    await resetPassword(context, { ...c.req.valid('json'), clientAddress: c.var.clientAddress })
    return c.body(null, 204)
  })
}
