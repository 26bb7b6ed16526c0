// Generated from the main API's description by `npm run client:generate`; a test compares.
import { z } from 'zod'
import { personalIdSchema } from '../fields.ts'
import {
  guestReplySchema,
  guestThreadSchema,
  supportLinkSchema,
  supportMessageSchema,
  supportMessageSentSchema,
  supportReplySchema,
  supportThreadSchema,
} from '../support.ts'

export const OPERATIONS = {
  openSupportLink: {
    method: 'POST',
    path: '/support-links/open',
    body: supportLinkSchema,
    answer: guestThreadSchema,
  },
  replyAsGuest: { method: 'POST', path: '/support-links/replies', body: guestReplySchema, success: 204 },
  replyToSupport: {
    method: 'POST',
    path: '/users/current/support-messages/{id}/replies',
    params: { id: personalIdSchema },
    body: supportReplySchema,
    success: 204,
  },
  sendSupportMessage: {
    method: 'POST',
    path: '/support-messages',
    body: supportMessageSchema,
    answer: supportMessageSentSchema,
  },
  supportThreads: {
    method: 'GET',
    path: '/users/current/support-messages',
    answer: z.array(supportThreadSchema),
  },
} as const
