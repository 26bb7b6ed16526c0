// Generated from the main API's description by `npm run client:generate`; a test compares.
import { z } from 'zod'
import { catalogueIdParameterSchema } from '../fields.ts'
import {
  addedSynonymSchema,
  addSynonymSchema,
  countedQuerySchema,
  synonymTargetSchema,
} from '../search-words.ts'

export const OPERATIONS = {
  addSynonym: { method: 'POST', path: '/staff/synonyms', body: addSynonymSchema, answer: addedSynonymSchema },
  addedSynonyms: { method: 'GET', path: '/staff/synonyms', answer: z.array(addedSynonymSchema) },
  removeSynonym: {
    method: 'DELETE',
    path: '/staff/synonyms/{id}',
    params: { id: catalogueIdParameterSchema },
    success: 204,
  },
  synonymTargets: {
    method: 'GET',
    path: '/staff/synonym-targets',
    query: { searchNameTerm: 'required' },
    answer: z.array(synonymTargetSchema),
  },
  unansweredQueries: {
    method: 'GET',
    path: '/staff/unanswered-queries',
    answer: z.array(countedQuerySchema),
  },
} as const
