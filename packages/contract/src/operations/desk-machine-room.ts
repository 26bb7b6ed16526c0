// Generated from the main API's description by `npm run client:generate`; a test compares.
import { z } from 'zod'
import { personalIdSchema } from '../fields.ts'
import { machineRoomSchema } from '../machine.ts'

export const OPERATIONS = {
  machineRoom: { method: 'GET', path: '/staff/machine', answer: machineRoomSchema },
  repeatJob: {
    method: 'POST',
    path: '/staff/machine/jobs/{queue}/{id}/tries',
    params: { queue: z.string(), id: personalIdSchema },
    success: 204,
  },
} as const
