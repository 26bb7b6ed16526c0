import { createRoute, z } from '@hono/zod-openapi'
import { eraseAccountSchema, userIdsSchema } from '@shop/contract/accounts'
import { OWN_SERVER_HEADER } from '@shop/contract/main-api-client'
import { Problem } from '@shop/contract/problem'
import { isOwnServer } from '@shop/server/own-server'
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
  STOREFRONT_SECURITY,
  USER_SECURITY,
} from '../api.ts'
import type { ApiContext } from '../context.ts'
import { eraseAccount } from './erase-account.ts'
import { findErasedUsers } from './erased-users.ts'
import { exportAccount } from './export-account.ts'
import { findRestrictedUsers } from './processing-limits.ts'

const tags = ['Personal data']

const exportRoute = createRoute({
  method: 'get',
  path: '/users/current/export',
  operationId: 'exportAccount',
  tags,
  summary: 'Everything held about the account, as one JSON file',
  description: 'Needs a login or a fresh proof within the last ten minutes.',
  security: USER_SECURITY,
  responses: {
    200: json(z.record(z.string(), z.unknown()), 'One member per area'),
    ...problems('unauthorized', 'proof_required', 'second_factor_stale', 'too_many_requests'),
  },
})

const eraseRoute = createRoute({
  method: 'delete',
  path: '/users/current',
  operationId: 'eraseAccount',
  tags,
  summary: 'Erase the account',
  description:
    'Paid orders and results stay with the laboratory as the law requires, detached from the account.',
  security: USER_SECURITY,
  request: jsonBody(eraseAccountSchema),
  responses: {
    204: NO_CONTENT,
    ...problems(...BODY_PROBLEMS, 'unauthorized', 'conflict', 'wrong_password', 'too_many_requests'),
  },
})

const erasedUsersRoute = createRoute({
  method: 'post',
  path: '/users/erased',
  operationId: 'erasedUsers',
  tags,
  summary: 'Which of these accounts have been erased',
  description:
    "Only for the storefront's own server, which authenticates itself; every other caller gets 404.",
  security: STOREFRONT_SECURITY,
  request: jsonBody(userIdsSchema),
  responses: { 200: json(userIdsSchema, 'The erased accounts'), ...problems(...BODY_PROBLEMS, 'not_found') },
})

const restrictedUsersRoute = createRoute({
  method: 'post',
  path: '/users/restricted',
  operationId: 'restrictedUsers',
  tags,
  summary: 'Which of these accounts are restricted: their data is only stored',
  description:
    "Only for the storefront's own server, which authenticates itself; every other caller gets 404.",
  security: STOREFRONT_SECURITY,
  request: jsonBody(userIdsSchema),
  responses: {
    200: json(userIdsSchema, 'The restricted accounts'),
    ...problems(...BODY_PROBLEMS, 'not_found'),
  },
})

export function registerPersonalDataRoutes(api: Api, context: ApiContext): void {
  api.openapi(exportRoute, async (c) => {
    const data = await exportAccount(context, { viewer: requireViewer(c), requestId: c.var.requestId })
    c.header('Content-Disposition', 'attachment; filename="my-data.json"')
    c.header('Cache-Control', 'no-store')
    return c.json(data, 200)
  })
  api.openapi(eraseRoute, async (c) => {
    await eraseAccount(context, {
      viewer: requireViewer(c),
      password: c.req.valid('json').password,
      requestId: c.var.requestId,
    })
    return c.body(null, 204)
  })
  function requireStorefront(c: Context<ApiEnv>): void {
    const secret = c.req.header(OWN_SERVER_HEADER)
    if (!isOwnServer(secret, context.settings)) throw new Problem('not_found')
  }
  api.openapi(restrictedUsersRoute, async (c) => {
    requireStorefront(c)
    const userIds = await findRestrictedUsers(context.database.queries, c.req.valid('json').userIds)
    return c.json({ userIds }, 200)
  })
  api.openapi(erasedUsersRoute, async (c) => {
    requireStorefront(c)
    const userIds = await findErasedUsers(context.database.queries, c.req.valid('json').userIds)
    return c.json({ userIds }, 200)
  })
}
