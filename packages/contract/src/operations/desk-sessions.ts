// Generated from the main API's description by `npm run client:generate`; a test compares.
import { z } from 'zod'
import { passkeyOptionsSchema, passkeySchema, registerPasskeySchema } from '../accounts.ts'
import { personalIdSchema } from '../fields.ts'
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
} from '../staff.ts'

export const OPERATIONS = {
  acceptInvitation: {
    method: 'POST',
    path: '/staff/invitations/accept',
    body: acceptInvitationSchema,
    answer: staffLoggedInSchema,
  },
  addStaffPasskey: {
    method: 'POST',
    path: '/staff/current/passkeys',
    body: registerPasskeySchema,
    success: 204,
  },
  challengeStaffPasskey: { method: 'POST', path: '/staff/passkeys/challenges', answer: passkeyOptionsSchema },
  chooseStaffLocale: { method: 'PUT', path: '/staff/current/locale', body: staffLocaleSchema, success: 204 },
  currentStaff: { method: 'GET', path: '/staff/current', answer: staffViewerSchema },
  endStaffSession: {
    method: 'DELETE',
    path: '/staff/current/sessions/{id}',
    params: { id: personalIdSchema },
    body: ownPasswordSchema,
    success: 204,
  },
  openInvitation: {
    method: 'POST',
    path: '/staff/invitations/open',
    body: openInvitationSchema,
    answer: staffInvitationSchema,
  },
  removeStaffPasskey: {
    method: 'DELETE',
    path: '/staff/current/passkeys/{id}',
    params: { id: personalIdSchema },
    success: 204,
  },
  staffLogin: { method: 'POST', path: '/staff/login', body: staffLoginSchema, answer: staffLoggedInSchema },
  staffLogout: { method: 'POST', path: '/staff/logout', success: 204 },
  staffPasskeys: { method: 'GET', path: '/staff/current/passkeys', answer: z.array(passkeySchema) },
  staffSessions: { method: 'GET', path: '/staff/current/sessions', answer: z.array(staffSessionSchema) },
  startStaffPasskey: {
    method: 'POST',
    path: '/staff/current/passkeys/challenges',
    body: ownPasswordSchema,
    answer: passkeyOptionsSchema,
  },
} as const
