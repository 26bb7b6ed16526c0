// Generated from the main API's description by `npm run client:generate`; a test compares.
import { z } from 'zod'
import { personalIdSchema } from '../fields.ts'
import {
  answerRightSchema,
  assignRightSchema,
  correctPatientSchema,
  deskRightsHeadSchema,
  deskRightsSchema,
  endRestrictionSchema,
  eraseByRightSchema,
  notedRightSchema,
  noteRightSchema,
  noteRightStepSchema,
  rightVersionSchema,
} from '../rights.ts'

export const OPERATIONS = {
  answerRight: {
    method: 'POST',
    path: '/staff/rights-requests/{id}/answer',
    params: { id: personalIdSchema },
    body: answerRightSchema,
    answer: rightVersionSchema,
  },
  assignRight: {
    method: 'PUT',
    path: '/staff/rights-requests/{id}/assignee',
    params: { id: personalIdSchema },
    body: assignRightSchema,
    answer: rightVersionSchema,
  },
  correctByRight: {
    method: 'PUT',
    path: '/staff/rights-requests/{id}/patients/{patientId}',
    params: { id: personalIdSchema, patientId: personalIdSchema },
    body: correctPatientSchema,
    answer: rightVersionSchema,
  },
  deskRights: {
    method: 'GET',
    path: '/staff/rights-requests',
    query: { list: 'optional' },
    answer: z.array(deskRightsHeadSchema),
  },
  endRestriction: {
    method: 'POST',
    path: '/staff/rights-requests/{id}/end-of-restriction',
    params: { id: personalIdSchema },
    body: endRestrictionSchema,
    answer: rightVersionSchema,
  },
  eraseByRight: {
    method: 'POST',
    path: '/staff/rights-requests/{id}/erasure',
    params: { id: personalIdSchema },
    body: eraseByRightSchema,
    answer: rightVersionSchema,
  },
  exportByRight: {
    method: 'POST',
    path: '/staff/rights-requests/{id}/export',
    params: { id: personalIdSchema },
    answer: 'response',
  },
  noteRight: {
    method: 'POST',
    path: '/staff/rights-requests',
    body: noteRightSchema,
    answer: notedRightSchema,
  },
  noteRightStep: {
    method: 'POST',
    path: '/staff/rights-requests/{id}/steps',
    params: { id: personalIdSchema },
    body: noteRightStepSchema,
    answer: rightVersionSchema,
  },
  readRights: {
    method: 'GET',
    path: '/staff/rights-requests/{id}',
    params: { id: personalIdSchema },
    answer: deskRightsSchema,
  },
} as const
