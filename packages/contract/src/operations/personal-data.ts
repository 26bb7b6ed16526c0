// Generated from the main API's description by `npm run client:generate`; a test compares.
import { z } from 'zod'
import { eraseAccountSchema, userIdsSchema } from '../accounts.ts'
import { dataViewSchema } from '../data-views.ts'
import {
  askRightSchema,
  processingLimitSchema,
  processingLimitsSchema,
  rightsRequestSchema,
} from '../rights.ts'

export const OPERATIONS = {
  askRight: {
    method: 'POST',
    path: '/users/current/rights-requests',
    body: askRightSchema,
    answer: rightsRequestSchema,
  },
  dataViews: { method: 'GET', path: '/users/current/data-views', answer: z.array(dataViewSchema) },
  endProcessingLimit: {
    method: 'DELETE',
    path: '/users/current/processing-limits/{limit}',
    params: { limit: processingLimitSchema },
    success: 204,
  },
  eraseAccount: { method: 'DELETE', path: '/users/current', body: eraseAccountSchema, success: 204 },
  erasedUsers: {
    method: 'POST',
    path: '/users/erased',
    body: userIdsSchema,
    provesStorefront: true,
    answer: userIdsSchema,
  },
  exportAccount: { method: 'GET', path: '/users/current/export', answer: 'response' },
  processingLimits: {
    method: 'GET',
    path: '/users/current/processing-limits',
    answer: processingLimitsSchema,
  },
  restrictedUsers: {
    method: 'POST',
    path: '/users/restricted',
    body: userIdsSchema,
    provesStorefront: true,
    answer: userIdsSchema,
  },
  rightsRequests: {
    method: 'GET',
    path: '/users/current/rights-requests',
    answer: z.array(rightsRequestSchema),
  },
} as const
