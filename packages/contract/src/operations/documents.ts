// Generated from the main API's description by `npm run client:generate`; a test compares.
import { z } from 'zod'
import { documentSchema, documentSummarySchema } from '../documents.ts'

export const OPERATIONS = {
  document: {
    method: 'GET',
    path: '/documents/{slug}',
    params: { slug: z.string() },
    answer: documentSchema,
  },
  documents: { method: 'GET', path: '/documents', answer: z.array(documentSummarySchema) },
} as const
