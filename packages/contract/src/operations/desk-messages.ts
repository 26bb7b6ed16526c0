// Generated from the main API's description by `npm run client:generate`; a test compares.
import { z } from 'zod'
import { personalIdSchema } from '../fields.ts'
import { endedSessionsSchema, ownPasswordSchema } from '../staff.ts'
import {
  answerMessageSchema,
  assignMessageSchema,
  closeMessageSchema,
  deskMessageSchema,
  deskThreadSchema,
  messageSearchSchema,
  messageVersionSchema,
} from '../support.ts'

export const OPERATIONS = {
  answerMessage: {
    method: 'POST',
    path: '/staff/messages/{id}/answers',
    params: { id: personalIdSchema },
    body: answerMessageSchema,
    answer: messageVersionSchema,
  },
  assignMessage: {
    method: 'PUT',
    path: '/staff/messages/{id}/assignee',
    params: { id: personalIdSchema },
    body: assignMessageSchema,
    answer: messageVersionSchema,
  },
  closeMessage: {
    method: 'PUT',
    path: '/staff/messages/{id}/closed',
    params: { id: personalIdSchema },
    body: closeMessageSchema,
    answer: messageVersionSchema,
  },
  deskMessages: {
    method: 'GET',
    path: '/staff/messages',
    query: { list: 'optional' },
    answer: z.array(deskMessageSchema),
  },
  deskThread: {
    method: 'GET',
    path: '/staff/messages/{id}',
    params: { id: personalIdSchema },
    answer: deskThreadSchema,
  },
  endSessionsByMessage: {
    method: 'DELETE',
    path: '/staff/messages/{id}/account/sessions',
    params: { id: personalIdSchema },
    body: ownPasswordSchema,
    answer: endedSessionsSchema,
  },
  messageVersion: {
    method: 'GET',
    path: '/staff/messages/{id}/version',
    params: { id: personalIdSchema },
    answer: messageVersionSchema,
  },
  searchMessages: {
    method: 'POST',
    path: '/staff/messages/search',
    body: messageSearchSchema,
    answer: z.array(deskMessageSchema),
  },
} as const
