// Generated from the main API's description by `npm run client:generate`; a test compares.
import { z } from 'zod'
import { personalIdSchema } from '../fields.ts'
import { patientPayloadSchema, wirePatientSchema } from '../patients.ts'

export const OPERATIONS = {
  createPatient: {
    method: 'POST',
    path: '/patient/',
    body: patientPayloadSchema,
    query: { userAsPatient: 'optional' },
    answer: wirePatientSchema,
  },
  deletePatient: { method: 'DELETE', path: '/patient/{id}', params: { id: personalIdSchema }, success: 204 },
  editPatient: {
    method: 'PUT',
    path: '/patient/{id}',
    params: { id: personalIdSchema },
    body: patientPayloadSchema,
    answer: wirePatientSchema,
  },
  patients: { method: 'GET', path: '/patient', answer: z.array(wirePatientSchema) },
} as const
