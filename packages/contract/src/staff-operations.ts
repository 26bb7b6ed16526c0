// Made from the main API's description by `npm run client:generate`; a test compares.
import { z } from 'zod'
import { personalIdSchema } from './fields.ts'
import {
  acceptInvitationSchema,
  auditLineSchema,
  changeStaffRolesSchema,
  inviteStaffSchema,
  openInvitationSchema,
  staffIdSchema,
  staffInvitationSchema,
  staffLoggedInSchema,
  staffLoginSchema,
  staffMemberSchema,
  staffViewerSchema,
} from './staff.ts'

export const STAFF_OPERATIONS = {
  acceptInvitation: {
    method: 'POST',
    path: '/staff/invitations/accept',
    body: acceptInvitationSchema,
    answer: staffLoggedInSchema,
  },
  changeStaffRoles: {
    method: 'PUT',
    path: '/staff/members/{id}/roles',
    params: { id: personalIdSchema },
    body: changeStaffRolesSchema,
    success: 204,
  },
  currentStaff: { method: 'GET', path: '/staff/current', answer: staffViewerSchema },
  endStaff: { method: 'DELETE', path: '/staff/members/{id}', params: { id: personalIdSchema }, success: 204 },
  inviteStaff: { method: 'POST', path: '/staff/members', body: inviteStaffSchema, answer: staffIdSchema },
  inviteStaffAgain: {
    method: 'POST',
    path: '/staff/members/{id}/invitation',
    params: { id: personalIdSchema },
    success: 204,
  },
  openInvitation: {
    method: 'POST',
    path: '/staff/invitations/open',
    body: openInvitationSchema,
    answer: staffInvitationSchema,
  },
  searchAudit: {
    method: 'GET',
    path: '/staff/audit',
    query: { staffId: 'optional', objectId: 'optional' },
    answer: z.array(auditLineSchema),
  },
  staffLogin: { method: 'POST', path: '/staff/login', body: staffLoginSchema, answer: staffLoggedInSchema },
  staffLogout: { method: 'POST', path: '/staff/logout', success: 204 },
  staffMembers: { method: 'GET', path: '/staff/members', answer: z.array(staffMemberSchema) },
} as const
