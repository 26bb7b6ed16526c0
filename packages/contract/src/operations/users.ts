// Generated from the main API's description by `npm run client:generate`; a test compares.
import { z } from 'zod'
import {
  acceptDocumentsSchema,
  activateSchema,
  currentUserSchema,
  editUserSchema,
  undoEmailChangeSchema,
} from '../accounts.ts'
import { personalIdSchema } from '../fields.ts'

export const OPERATIONS = {
  acceptDocuments: {
    method: 'POST',
    path: '/users/current/accepted-documents',
    body: acceptDocumentsSchema,
    success: 204,
  },
  activate: { method: 'POST', path: '/users/activate', body: activateSchema, success: 204 },
  currentUser: { method: 'GET', path: '/users/current', answer: currentUserSchema },
  dropPendingEmail: { method: 'DELETE', path: '/users/current/pending-email', success: 204 },
  editUser: {
    method: 'PUT',
    path: '/users/{id}',
    params: { id: personalIdSchema },
    body: editUserSchema,
    answer: currentUserSchema,
  },
  sendActivationEmail: {
    method: 'POST',
    path: '/users/send-activation-email',
    body: z.object({}),
    bodyOptional: true,
    success: 204,
  },
  undoEmailChange: {
    method: 'POST',
    path: '/users/undo-email-change',
    body: undoEmailChangeSchema,
    success: 204,
  },
} as const
