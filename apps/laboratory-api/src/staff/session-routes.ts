import { createRoute, z } from '@hono/zod-openapi'
import { personalIdSchema } from '@shop/contract/fields'
import {
  acceptInvitationSchema,
  openInvitationSchema,
  ownPasswordSchema,
  staffInvitationSchema,
  staffLocaleSchema,
  staffLoggedInSchema,
  staffLoginSchema,
  staffSessionSchema,
  staffViewerSchema,
} from '@shop/contract/staff'
import { permissionsOf } from '@shop/domain/staff'
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
import { acceptInvitation, openInvitation } from './invitations.ts'
import { logInStaff } from './log-in-staff.ts'
import { chooseStaffLocale, endSessionOf, endStaffSession, listStaffSessions } from './staff-sessions.ts'
import { verifyStaffPassword } from './verify-staff-password.ts'

const tags = ['Desk: sessions']

const loginRoute = createRoute({
  method: 'post',
  path: '/staff/login',
  operationId: 'staffLogin',
  tags,
  summary: 'Log in at the desk',
  description:
    'With the password and, together with it, the code of the authenticator app or a passkey: the answer does not say which of them was wrong. The session ends after 12 hours, or after half an hour without use (`STAFF_IDLE_MINUTES`).',
  request: jsonBody(staffLoginSchema),
  responses: {
    200: json(staffLoggedInSchema, 'The session'),
    ...problems(...BODY_PROBLEMS, 'invalid_credentials', 'too_many_requests'),
  },
})

const logoutRoute = createRoute({
  method: 'post',
  path: '/staff/logout',
  operationId: 'staffLogout',
  tags,
  summary: 'End this session',
  security: staffSecurity(),
  responses: { 204: NO_CONTENT, ...problems('unauthorized') },
})

const currentRoute = createRoute({
  method: 'get',
  path: '/staff/current',
  operationId: 'currentStaff',
  tags,
  summary: 'Who is logged in, with current roles and permissions',
  security: staffSecurity(),
  responses: { 200: json(staffViewerSchema, 'The member of staff'), ...problems('unauthorized') },
})

const localeRoute = createRoute({
  method: 'put',
  path: '/staff/current/locale',
  operationId: 'chooseStaffLocale',
  tags,
  summary: 'Choose the language of the desk and its mails',
  description: 'Returned by each later login.',
  security: staffSecurity(),
  request: jsonBody(staffLocaleSchema),
  responses: { 204: NO_CONTENT, ...problems(...BODY_PROBLEMS, 'unauthorized') },
})

const sessionsRoute = createRoute({
  method: 'get',
  path: '/staff/current/sessions',
  operationId: 'staffSessions',
  tags,
  summary: 'The caller’s sessions',
  security: staffSecurity(),
  responses: { 200: json(z.array(staffSessionSchema), 'The newest first'), ...problems('unauthorized') },
})

const endRoute = createRoute({
  method: 'delete',
  path: '/staff/current/sessions/{id}',
  operationId: 'endStaffSession',
  tags,
  summary: 'End one of the caller’s sessions',
  description: 'Needs the password: a session alone cannot end another.',
  security: staffSecurity(),
  request: { params: z.object({ id: personalIdSchema }), ...jsonBody(ownPasswordSchema) },
  responses: {
    204: NO_CONTENT,
    ...problems(...BODY_PROBLEMS, 'unauthorized', 'not_found', 'wrong_password', 'too_many_requests'),
  },
})

const openInvitationRoute = createRoute({
  method: 'post',
  path: '/staff/invitations/open',
  operationId: 'openInvitation',
  tags,
  summary: 'Who an invitation link is for, and what the authenticator app needs to know',
  request: jsonBody(openInvitationSchema),
  responses: {
    200: json(staffInvitationSchema, 'The invitation'),
    ...problems(...BODY_PROBLEMS, 'invitation_not_found', 'too_many_requests'),
  },
})

const acceptInvitationRoute = createRoute({
  method: 'post',
  path: '/staff/invitations/accept',
  operationId: 'acceptInvitation',
  tags,
  summary: 'Choose the password, confirm the authenticator app, and log in',
  request: jsonBody(acceptInvitationSchema),
  responses: {
    201: json(staffLoggedInSchema, 'The first session'),
    ...problems(...BODY_PROBLEMS, 'invitation_not_found', 'wrong_second_factor', 'too_many_requests'),
  },
})

export function registerStaffSessionRoutes(api: Api, context: ApiContext): void {
  api.openapi(loginRoute, async (c) => {
    const { clientAddress, staff } = c.var
    // A login attempt ends the current session, whether it succeeds or not.
    if (staff) await endStaffSession(context.database.queries, staff.sessionId)
    const session = await logInStaff(context, {
      ...c.req.valid('json'),
      clientAddress,
      userAgent: c.req.header('User-Agent'),
    })
    c.header('Cache-Control', 'no-store')
    return c.json(session, 200)
  })
  api.openapi(logoutRoute, async (c) => {
    await endStaffSession(context.database.queries, requireStaff(c).sessionId)
    return c.body(null, 204)
  })
  api.openapi(currentRoute, async (c) => {
    const { staffId: id, email, name, locale, grants, endsAt } = requireStaff(c)
    const permissions = permissionsOf(grants)
    const own = grants.map(({ role, laboratoryIds }) => ({
      role,
      laboratoryIds: laboratoryIds && [...laboratoryIds],
    }))
    const waiting = await context.countWaiting(context.database.queries, grants)
    const sessionEndsAt = endsAt.toISOString()
    return c.json({ id, email, name, locale, grants: own, permissions, sessionEndsAt, waiting }, 200)
  })
  api.openapi(localeRoute, async (c) => {
    const { staffId } = requireStaff(c)
    await chooseStaffLocale(context.database.queries, { staffId, ...c.req.valid('json') })
    return c.body(null, 204)
  })
  api.openapi(sessionsRoute, async (c) => {
    const { staffId, sessionId: current } = requireStaff(c)
    const { database, now } = context
    return c.json(await listStaffSessions(database.queries, { staffId, current, now: now() }), 200)
  })
  api.openapi(endRoute, async (c) => {
    const { staffId } = requireStaff(c)
    await verifyStaffPassword(context, { staffId, ...c.req.valid('json') })
    await endSessionOf(context.database.queries, { staffId, sessionId: c.req.valid('param').id })
    return c.body(null, 204)
  })
  api.openapi(openInvitationRoute, async (c) => {
    const { clientAddress } = c.var
    const invitation = await openInvitation(context, { ...c.req.valid('json'), clientAddress })
    c.header('Cache-Control', 'no-store')
    return c.json(invitation, 200)
  })
  api.openapi(acceptInvitationRoute, async (c) => {
    const { clientAddress, requestId } = c.var
    const session = await acceptInvitation(context, {
      ...c.req.valid('json'),
      clientAddress,
      userAgent: c.req.header('User-Agent'),
      requestId,
    })
    c.header('Cache-Control', 'no-store')
    return c.json(session, 201)
  })
}
