import { createRoute, z } from '@hono/zod-openapi'
import { personalIdSchema } from '@shop/contract/fields'
import {
  AUDIT_LINES,
  auditLineSchema,
  auditSearchSchema,
  changeStaffRolesSchema,
  inviteStaffSchema,
  ownPasswordSchema,
  staffIdSchema,
  staffMemberSchema,
  staffSessionSchema,
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
  STAFF_REFUSALS,
  staffSecurity,
} from '../api.ts'
import type { ApiContext } from '../context.ts'
import { auditStaff } from './audit-staff.ts'
import { actorOf } from './authenticate-staff.ts'
import {
  changeRoles,
  endMember,
  endSessionOfMember,
  inviteAgain,
  inviteMember,
  listMembers,
} from './members.ts'
import { searchAudit } from './search-audit.ts'
import { listStaffSessions } from './staff-sessions.ts'
import { verifyStaffPassword } from './verify-staff-password.ts'

const tags = ['Desk: staff']
const params = z.object({ id: personalIdSchema })

/**
 * Calls that let someone in, give more rights or remove access require the caller's password: an open desk
 * alone must not be enough.
 */
const PASSWORD = ['wrong_password', 'too_many_requests'] as const

const listRoute = createRoute({
  method: 'get',
  path: '/staff/members',
  operationId: 'staffMembers',
  tags,
  summary: 'Members of staff, including those who have left',
  security: staffSecurity('staff.read'),
  responses: { 200: json(z.array(staffMemberSchema), 'By name'), ...problems(...STAFF_REFUSALS) },
})

const inviteRoute = createRoute({
  method: 'post',
  path: '/staff/members',
  operationId: 'inviteStaff',
  tags,
  summary: 'Invite a member of staff by mail, with roles',
  description: 'Needs the caller’s own password: a session alone cannot invite anyone.',
  security: staffSecurity('staff.change'),
  request: jsonBody(inviteStaffSchema),
  responses: {
    201: json(staffIdSchema, 'The new account'),
    ...problems(
      ...BODY_PROBLEMS,
      ...STAFF_REFUSALS,
      ...PASSWORD,
      'staff_address_taken',
      'unknown_laboratory',
    ),
  },
})

const OTHERS = [...STAFF_REFUSALS, 'not_found', 'own_staff_account'] as const

const rolesRoute = createRoute({
  method: 'put',
  path: '/staff/members/{id}/roles',
  operationId: 'changeStaffRoles',
  tags,
  summary: 'Change a member’s roles; takes effect from their next call',
  description:
    'Needs the caller’s own password. No one can change their own roles. `stale_write`: they have been changed in the meantime.',
  security: staffSecurity('staff.change'),
  request: { params, ...jsonBody(changeStaffRolesSchema) },
  responses: {
    204: NO_CONTENT,
    ...problems(...BODY_PROBLEMS, ...OTHERS, ...PASSWORD, 'stale_write', 'unknown_laboratory'),
  },
})

const inviteAgainRoute = createRoute({
  method: 'post',
  path: '/staff/members/{id}/invitation',
  operationId: 'inviteStaffAgain',
  tags,
  summary:
    'Invite again a member who has lost the app or forgotten the password; their password, app and sessions end',
  description: 'Needs the caller’s own password.',
  security: staffSecurity('staff.change'),
  request: { params, ...jsonBody(ownPasswordSchema) },
  responses: { 204: NO_CONTENT, ...problems(...BODY_PROBLEMS, ...OTHERS, ...PASSWORD) },
})

const endRoute = createRoute({
  method: 'delete',
  path: '/staff/members/{id}',
  operationId: 'endStaff',
  tags,
  summary: 'Record that a member has left: every session ends immediately',
  description: 'Needs the caller’s own password: a session alone cannot lock a colleague out.',
  security: staffSecurity('staff.change'),
  request: { params, ...jsonBody(ownPasswordSchema) },
  responses: { 204: NO_CONTENT, ...problems(...BODY_PROBLEMS, ...OTHERS, ...PASSWORD) },
})

const sessionsRoute = createRoute({
  method: 'get',
  path: '/staff/members/{id}/sessions',
  operationId: 'sessionsOfStaff',
  tags,
  summary: 'A member’s sessions',
  security: staffSecurity('staff.change'),
  request: { params },
  responses: {
    200: json(z.array(staffSessionSchema), 'The newest first'),
    ...problems(...STAFF_REFUSALS),
  },
})

const endSessionRoute = createRoute({
  method: 'delete',
  path: '/staff/members/{id}/sessions/{sessionId}',
  operationId: 'endSessionOfStaff',
  tags,
  summary: 'End one session of a member, for example on a lost phone',
  security: staffSecurity('staff.change'),
  request: { params: params.extend({ sessionId: personalIdSchema }) },
  responses: { 204: NO_CONTENT, ...problems(...STAFF_REFUSALS, 'not_found') },
})

const auditRoute = createRoute({
  method: 'get',
  path: '/staff/audit',
  operationId: 'searchAudit',
  tags,
  summary: 'Who read or changed what, newest first',
  security: staffSecurity('audit.read'),
  request: { query: auditSearchSchema },
  responses: {
    200: json(z.array(auditLineSchema), `A page of at most ${AUDIT_LINES} lines`),
    ...problems(...STAFF_REFUSALS, 'invalid_fields'),
  },
})

export function registerStaffMemberRoutes(api: Api, context: ApiContext): void {
  api.openapi(listRoute, async (c) => {
    const isManager = permissionsOf(requireStaff(c).grants).includes('staff.change')
    return c.json(await listMembers(context, { actor: actorOf(c), isManager }), 200)
  })
  api.openapi(inviteRoute, async (c) => {
    const actor = actorOf(c)
    const { password, ...invited } = c.req.valid('json')
    await verifyStaffPassword(context, { staffId: actor.staffId, password })
    const id = await inviteMember(context, invited, (queries, staffId) =>
      auditStaff(queries, actor, { action: 'create', kind: 'staff', id: staffId }),
    )
    return c.json({ id }, 201)
  })
  api.openapi(rolesRoute, async (c) => {
    const actor = actorOf(c)
    const { password, ...roles } = c.req.valid('json')
    await verifyStaffPassword(context, { staffId: actor.staffId, password })
    await changeRoles(context, { actor, staffId: c.req.valid('param').id, ...roles })
    return c.body(null, 204)
  })
  api.openapi(inviteAgainRoute, async (c) => {
    const actor = actorOf(c)
    await verifyStaffPassword(context, { staffId: actor.staffId, ...c.req.valid('json') })
    await inviteAgain(context, { actor, staffId: c.req.valid('param').id })
    return c.body(null, 204)
  })
  api.openapi(endRoute, async (c) => {
    const actor = actorOf(c)
    await verifyStaffPassword(context, { staffId: actor.staffId, ...c.req.valid('json') })
    await endMember(context, { actor, staffId: c.req.valid('param').id })
    return c.body(null, 204)
  })
  api.openapi(sessionsRoute, async (c) => {
    const { id: staffId } = c.req.valid('param')
    const { database, now } = context
    await auditStaff(database.queries, actorOf(c), { action: 'read', kind: 'staff', id: staffId })
    const current = requireStaff(c).sessionId
    return c.json(await listStaffSessions(database.queries, { staffId, current, now: now() }), 200)
  })
  api.openapi(endSessionRoute, async (c) => {
    const { id: staffId, sessionId } = c.req.valid('param')
    await endSessionOfMember(context, { actor: actorOf(c), staffId, sessionId })
    return c.body(null, 204)
  })
  api.openapi(auditRoute, async (c) =>
    c.json(await searchAudit(context, actorOf(c), c.req.valid('query')), 200),
  )
}
