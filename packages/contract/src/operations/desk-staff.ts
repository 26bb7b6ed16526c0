// Generated from the main API's description by `npm run client:generate`; a test compares.
import { z } from 'zod'
import { personalIdSchema } from '../fields.ts'
import {
  auditLineSchema,
  changeStaffRolesSchema,
  inviteStaffSchema,
  ownPasswordSchema,
  staffIdSchema,
  staffMemberSchema,
  staffSessionSchema,
} from '../staff.ts'

export const OPERATIONS = {
  changeStaffRoles: {
    method: 'PUT',
    path: '/staff/members/{id}/roles',
    params: { id: personalIdSchema },
    body: changeStaffRolesSchema,
    success: 204,
  },
  endSessionOfStaff: {
    method: 'DELETE',
    path: '/staff/members/{id}/sessions/{sessionId}',
    params: { id: personalIdSchema, sessionId: personalIdSchema },
    success: 204,
  },
  endStaff: {
    method: 'DELETE',
    path: '/staff/members/{id}',
    params: { id: personalIdSchema },
    body: ownPasswordSchema,
    success: 204,
  },
  inviteStaff: { method: 'POST', path: '/staff/members', body: inviteStaffSchema, answer: staffIdSchema },
  inviteStaffAgain: {
    method: 'POST',
    path: '/staff/members/{id}/invitation',
    params: { id: personalIdSchema },
    body: ownPasswordSchema,
    success: 204,
  },
  searchAudit: {
    method: 'GET',
    path: '/staff/audit',
    query: {
      staffId: 'optional',
      objectId: 'optional',
      number: 'optional',
      kind: 'optional',
      action: 'optional',
      from: 'optional',
      to: 'optional',
      before: 'optional',
    },
    answer: z.array(auditLineSchema),
  },
  sessionsOfStaff: {
    method: 'GET',
    path: '/staff/members/{id}/sessions',
    params: { id: personalIdSchema },
    answer: z.array(staffSessionSchema),
  },
  staffMembers: { method: 'GET', path: '/staff/members', answer: z.array(staffMemberSchema) },
} as const
