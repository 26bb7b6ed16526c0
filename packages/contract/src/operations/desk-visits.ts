// Generated from the main API's description by `npm run client:generate`; a test compares.
import { z } from 'zod'
import {
  arrivalSchema,
  moveAtDeskSchema,
  takenSamplesSchema,
  visitProgressSchema,
  visitVersionSchema,
} from '../desk.ts'
import { dayOfVisitsSchema, deskLaboratorySchema } from '../desk-day.ts'
import { visitSheetSchema } from '../desk-sheet.ts'
import { personalIdSchema } from '../fields.ts'

export const OPERATIONS = {
  arriveAtVisit: {
    method: 'POST',
    path: '/staff/orders/{id}/arrival',
    params: { id: personalIdSchema },
    body: arrivalSchema,
    answer: visitProgressSchema,
  },
  deskLaboratories: { method: 'GET', path: '/staff/laboratories', answer: z.array(deskLaboratorySchema) },
  deskVisits: {
    method: 'GET',
    path: '/staff/visits',
    query: { date: 'optional', laboratoryId: 'optional', city: 'optional', callableRegionId: 'optional' },
    answer: dayOfVisitsSchema,
  },
  missVisit: {
    method: 'POST',
    path: '/staff/orders/{id}/no-show',
    params: { id: personalIdSchema },
    body: visitVersionSchema,
    answer: visitProgressSchema,
  },
  moveAtDesk: {
    method: 'POST',
    path: '/staff/orders/{id}/visit',
    params: { id: personalIdSchema },
    body: moveAtDeskSchema,
    answer: visitProgressSchema,
  },
  resetVisit: {
    method: 'POST',
    path: '/staff/orders/{id}/visit-reset',
    params: { id: personalIdSchema },
    body: visitVersionSchema,
    answer: visitProgressSchema,
  },
  takeSamples: {
    method: 'POST',
    path: '/staff/orders/{id}/samples',
    params: { id: personalIdSchema },
    body: takenSamplesSchema,
    answer: visitProgressSchema,
  },
  visitSheet: {
    method: 'GET',
    path: '/staff/visits/sheet',
    query: { date: 'optional', laboratoryId: 'optional', city: 'optional', callableRegionId: 'optional' },
    answer: visitSheetSchema,
  },
} as const
