// Generated from the main API's description by `npm run client:generate`; a test compares.
import { z } from 'zod'
import {
  cancelAtDeskSchema,
  cancelledAtDeskSchema,
  deskOrderSchema,
  foundOrderSchema,
  openedTestsSchema,
  openTestsSchema,
  orderNoteSchema,
  orderPresenceSchema,
  orderSearchSchema,
} from '../desk.ts'
import { personalIdSchema } from '../fields.ts'
import { endedSessionsSchema, endSessionsByOrderSchema } from '../staff.ts'

export const OPERATIONS = {
  addOrderNote: {
    method: 'POST',
    path: '/staff/orders/{id}/notes',
    params: { id: personalIdSchema },
    body: orderNoteSchema,
    success: 204,
  },
  askForTests: {
    method: 'POST',
    path: '/staff/orders/{id}/tests-consent',
    params: { id: personalIdSchema },
    success: 204,
  },
  cancelAtDesk: {
    method: 'POST',
    path: '/staff/orders/{id}/cancellation',
    params: { id: personalIdSchema },
    body: cancelAtDeskSchema,
    answer: cancelledAtDeskSchema,
  },
  deskOrder: {
    method: 'GET',
    path: '/staff/orders/{id}',
    params: { id: personalIdSchema },
    answer: deskOrderSchema,
  },
  endSessionsByOrder: {
    method: 'DELETE',
    path: '/staff/orders/{id}/account/sessions',
    params: { id: personalIdSchema },
    body: endSessionsByOrderSchema,
    answer: endedSessionsSchema,
  },
  openOrderTests: {
    method: 'POST',
    path: '/staff/orders/{id}/tests',
    params: { id: personalIdSchema },
    body: openTestsSchema,
    answer: openedTestsSchema,
  },
  repeatOrderMail: {
    method: 'POST',
    path: '/staff/orders/{id}/mails/{mailId}/repetitions',
    params: { id: personalIdSchema, mailId: personalIdSchema },
    success: 204,
  },
  reportPresence: {
    method: 'POST',
    path: '/staff/orders/{id}/presence',
    params: { id: personalIdSchema },
    answer: orderPresenceSchema,
  },
  searchOrders: {
    method: 'POST',
    path: '/staff/orders/search',
    body: orderSearchSchema,
    answer: z.array(foundOrderSchema),
  },
} as const
