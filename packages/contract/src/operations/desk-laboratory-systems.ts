// Generated from the main API's description by `npm run client:generate`; a test compares.
import { z } from 'zod'
import { clientIdSchema, endClientKeySchema, laboratoryClientSchema } from '../laboratory-clients.ts'
import { ownPasswordSchema } from '../staff.ts'

export const OPERATIONS = {
  endClientKey: {
    method: 'DELETE',
    path: '/staff/laboratory-clients/{id}/keys',
    params: { id: clientIdSchema },
    body: endClientKeySchema,
    success: 204,
  },
  endLaboratoryClient: {
    method: 'DELETE',
    path: '/staff/laboratory-clients/{id}',
    params: { id: clientIdSchema },
    body: ownPasswordSchema,
    success: 204,
  },
  laboratoryClients: {
    method: 'GET',
    path: '/staff/laboratory-clients',
    answer: z.array(laboratoryClientSchema),
  },
} as const
