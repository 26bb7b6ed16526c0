// Generated from the main API's description by `npm run client:generate`; a test compares.
import { z } from 'zod'
import {
  loggedInSchema,
  loginSchema,
  proofSchema,
  registeredSchema,
  registrationSchema,
  sessionSchema,
} from '../accounts.ts'
import { personalIdSchema } from '../fields.ts'

export const OPERATIONS = {
  login: { method: 'POST', path: '/login', body: loginSchema, answer: loggedInSchema },
  logout: { method: 'POST', path: '/logout', success: 204 },
  proveOwner: { method: 'POST', path: '/users/current/proof', body: proofSchema, success: 204 },
  register: { method: 'POST', path: '/register', body: registrationSchema, answer: registeredSchema },
  revokeOtherSessions: { method: 'DELETE', path: '/users/current/sessions', success: 204 },
  revokeSession: {
    method: 'DELETE',
    path: '/users/current/sessions/{id}',
    params: { id: personalIdSchema },
    success: 204,
  },
  sessions: { method: 'GET', path: '/users/current/sessions', answer: z.array(sessionSchema) },
} as const
