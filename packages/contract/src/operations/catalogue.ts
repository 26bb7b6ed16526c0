// Generated from the main API's description by `npm run client:generate`; a test compares.
import { z } from 'zod'
import {
  categorySchema,
  wireAnalysisDetailSchema,
  wireAnalysisSchema,
  wireProfileSchema,
  wireReasonAnswerSchema,
} from '../catalogue.ts'
import { catalogueIdParameterSchema } from '../fields.ts'
import { unansweredQuerySchema } from '../search-words.ts'

export const OPERATIONS = {
  analyses: {
    method: 'GET',
    path: '/labService',
    query: { laboratoryId: 'required' },
    answer: z.array(wireAnalysisSchema),
  },
  analysis: {
    method: 'GET',
    path: '/labService/{id}',
    params: { id: catalogueIdParameterSchema },
    query: { laboratoryId: 'optional' },
    answer: wireAnalysisDetailSchema,
  },
  categories: { method: 'GET', path: '/catalogHeaders', answer: z.array(categorySchema) },
  countUnansweredQuery: {
    method: 'POST',
    path: '/unanswered-queries',
    body: unansweredQuerySchema,
    success: 204,
  },
  profile: {
    method: 'GET',
    path: '/profiles/{id}',
    params: { id: catalogueIdParameterSchema },
    query: { laboratoryId: 'optional' },
    answer: wireProfileSchema,
  },
  profiles: {
    method: 'GET',
    path: '/profiles',
    query: { laboratoryId: 'required' },
    answer: z.array(wireProfileSchema),
  },
  searchAnalyses: {
    method: 'GET',
    path: '/labService/search',
    query: { laboratoryId: 'optional', searchNameTerm: 'optional' },
    answer: z.array(wireAnalysisSchema),
  },
  searchReasons: {
    method: 'GET',
    path: '/reasons/search',
    query: { laboratoryId: 'optional', searchNameTerm: 'optional' },
    answer: wireReasonAnswerSchema,
  },
} as const
