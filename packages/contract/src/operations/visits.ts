// Generated from the main API's description by `npm run client:generate`; a test compares.
import { z } from 'zod'
import { nextFreeTimeSchema, visitSlotSchema } from '../visits.ts'

export const OPERATIONS = {
  nextFreeTimes: { method: 'GET', path: '/visit-slots/next', answer: z.array(nextFreeTimeSchema) },
  visitSlots: {
    method: 'GET',
    path: '/visit-slots',
    query: { laboratoryId: 'required', from: 'optional', days: 'optional' },
    answer: z.array(visitSlotSchema),
  },
} as const
