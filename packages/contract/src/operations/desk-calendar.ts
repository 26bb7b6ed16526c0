// Generated from the main API's description by `npm run client:generate`; a test compares.

import { changeCalendarSchema, deskCalendarSchema } from '../desk-calendar.ts'
import { catalogueIdParameterSchema } from '../fields.ts'

export const OPERATIONS = {
  changeCalendar: {
    method: 'POST',
    path: '/staff/laboratories/{id}/calendar',
    params: { id: catalogueIdParameterSchema },
    body: changeCalendarSchema,
    success: 204,
  },
  deskCalendar: {
    method: 'GET',
    path: '/staff/laboratories/{id}/calendar',
    params: { id: catalogueIdParameterSchema },
    query: { from: 'optional' },
    answer: deskCalendarSchema,
  },
} as const
