// Generated from the main API's description by `npm run client:generate`; a test compares.
import { z } from 'zod'
import { catalogueIdParameterSchema } from '../fields.ts'
import { callableRegionSchema, wireLaboratorySchema } from '../laboratories.ts'

export const OPERATIONS = {
  callableRegions: { method: 'GET', path: '/callable-regions', answer: z.array(callableRegionSchema) },
  laboratories: { method: 'GET', path: '/laboratories', answer: z.array(wireLaboratorySchema) },
  laboratory: {
    method: 'GET',
    path: '/laboratories/{id}',
    params: { id: catalogueIdParameterSchema },
    answer: wireLaboratorySchema,
  },
} as const
