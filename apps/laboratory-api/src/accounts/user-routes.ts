import { createRoute, z } from '@hono/zod-openapi'
import {
  acceptDocumentsSchema,
  activateSchema,
  currentUserSchema,
  editUserSchema,
  undoEmailChangeSchema,
} from '@shop/contract/accounts'
import { personalIdSchema } from '@shop/contract/fields'
import {
  type Api,
  BODY_PROBLEMS,
  json,
  jsonBody,
  NO_CONTENT,
  optionalJsonBody,
  problems,
  requireViewer,
  USER_SECURITY,
} from '../api.ts'
import type { ApiContext } from '../context.ts'
import { acceptOwnDocuments } from './accept-documents.ts'
import { activateAccount } from './activate-account.ts'
import { businessToday } from './birth-date.ts'
import { dropPendingEmail, editUser } from './edit-user.ts'
import { sendActivationEmail } from './send-activation-email.ts'
import { undoEmailChange } from './undo-email-change.ts'
import { getCurrentUser } from './user-queries.ts'

const tags = ['Users']

const currentUserRoute = createRoute({
  method: 'get',
  path: '/users/current',
  operationId: 'currentUser',
  tags,
  summary: 'The signed-in account',
  security: USER_SECURITY,
  responses: { 200: json(currentUserSchema, 'The account'), ...problems('unauthorized') },
})

const editUserRoute = createRoute({
  method: 'put',
  path: '/users/{id}',
  operationId: 'editUser',
  tags,
  summary: 'Change the details of the signed-in account',
  description:
    'A new e-mail address waits as `pendingEmail` until its mailed code or link is used, and the confirmed address is notified, with a link that undoes the change. An address that was never confirmed is replaced immediately. Changing the address needs a login or a fresh proof within the last ten minutes.',
  security: USER_SECURITY,
  request: { params: z.object({ id: personalIdSchema }), ...jsonBody(editUserSchema) },
  responses: {
    200: json(currentUserSchema, 'The account'),
    ...problems(
      ...BODY_PROBLEMS,
      'unauthorized',
      'proof_required',
      'not_found',
      'user_exists',
      'stale_write',
      'too_many_requests',
    ),
  },
})

const dropPendingEmailRoute = createRoute({
  method: 'delete',
  path: '/users/current/pending-email',
  operationId: 'dropPendingEmail',
  tags,
  summary: 'Discard a new address that is waiting for confirmation',
  security: USER_SECURITY,
  responses: { 204: NO_CONTENT, ...problems('unauthorized') },
})

const undoEmailChangeRoute = createRoute({
  method: 'post',
  path: '/users/undo-email-change',
  operationId: 'undoEmailChange',
  tags,
  summary: 'Undo a change of the e-mail address with the link in the mail about it',
  description:
    'Possible for seven days, whether or not the new address was confirmed. Every session ends, the password becomes invalid, and a link for a new one is mailed to the restored address. Second factors, recovery codes and links to results created from a week before the change onwards end as well.',
  request: jsonBody(undoEmailChangeSchema),
  responses: {
    204: NO_CONTENT,
    ...problems(...BODY_PROBLEMS, 'undo_token_not_found', 'too_many_requests'),
  },
})

const sendActivationEmailRoute = createRoute({
  method: 'post',
  path: '/users/send-activation-email',
  operationId: 'sendActivationEmail',
  tags,
  summary: 'Mail a new confirmation code and link',
  security: USER_SECURITY,
  request: optionalJsonBody(z.object({})),
  responses: {
    204: NO_CONTENT,
    ...problems(
      ...BODY_PROBLEMS,
      'unauthorized',
      'user_exists',
      'email_already_confirmed',
      'too_many_requests',
    ),
  },
})

const activateRoute = createRoute({
  method: 'post',
  path: '/users/activate',
  operationId: 'activate',
  tags,
  summary: 'Confirm the e-mail address',
  description:
    'With the signed-in account’s six-digit code (10 minutes, five attempts), or with the token of the mailed link (24 hours), for which no access token is needed.',
  security: [...USER_SECURITY, {}],
  request: jsonBody(activateSchema),
  responses: {
    204: NO_CONTENT,
    ...problems(...BODY_PROBLEMS, 'unauthorized', 'confirmation_token_not_found', 'too_many_requests'),
  },
})

const acceptDocumentsRoute = createRoute({
  method: 'post',
  path: '/users/current/accepted-documents',
  operationId: 'acceptDocuments',
  tags,
  summary: 'Accept the current version of documents',
  security: USER_SECURITY,
  request: jsonBody(acceptDocumentsSchema),
  responses: { 204: NO_CONTENT, ...problems(...BODY_PROBLEMS, 'unauthorized') },
})

export function registerUserRoutes(api: Api, context: ApiContext): void {
  const { database, documents, accountOrders: orders } = context
  api.openapi(currentUserRoute, async (c) => {
    const toAccept = documents.toAccept(businessToday(context))
    const { userId } = requireViewer(c)
    return c.json(await getCurrentUser(database.queries, userId, { toAccept, orders }), 200)
  })
  api.openapi(editUserRoute, async (c) => {
    const { id } = c.req.valid('param')
    const user = await editUser(context, {
      viewer: requireViewer(c),
      id,
      edit: c.req.valid('json'),
      clientAddress: c.var.clientAddress,
    })
    return c.json(user, 200)
  })
  api.openapi(dropPendingEmailRoute, async (c) => {
    await dropPendingEmail(context, requireViewer(c))
    return c.body(null, 204)
  })
  api.openapi(undoEmailChangeRoute, async (c) => {
    const { clientAddress, requestId } = c.var
    await undoEmailChange(context, { ...c.req.valid('json'), clientAddress, requestId })
    return c.body(null, 204)
  })
  api.openapi(sendActivationEmailRoute, async (c) => {
    const { clientAddress } = c.var
    await sendActivationEmail(context, { viewer: requireViewer(c), clientAddress })
    return c.body(null, 204)
  })
  api.openapi(activateRoute, async (c) => {
    await activateAccount(context, { viewer: c.var.viewer, ...c.req.valid('json') })
    return c.body(null, 204)
  })
  api.openapi(acceptDocumentsRoute, async (c) => {
    await acceptOwnDocuments(context, {
      viewer: requireViewer(c),
      accepted: c.req.valid('json').acceptedDocuments,
      address: c.var.clientAddress,
    })
    return c.body(null, 204)
  })
}
