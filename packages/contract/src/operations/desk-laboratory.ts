// Generated from the main API's description by `npm run client:generate`; a test compares.
import { z } from 'zod'
import {
  criticalDetailsSchema,
  criticalHeadSchema,
  criticalVersionSchema,
  noteCallSchema,
} from '../critical-values.ts'
import { personalIdSchema } from '../fields.ts'
import {
  heldDetailsSchema,
  heldResultsSchema,
  releasedResultSchema,
  releaseResultSchema,
} from '../held-results.ts'
import {
  refusedReportHeadSchema,
  refusedReportSchema,
  refusedReportStandsSchema,
  requestLabelSchema,
  requestLineSchema,
  setAsideReportSchema,
  tryRefusedReportSchema,
} from '../refused-reports.ts'

export const OPERATIONS = {
  criticalValue: {
    method: 'GET',
    path: '/staff/critical-values/{id}',
    params: { id: personalIdSchema },
    answer: criticalDetailsSchema,
  },
  criticalValues: {
    method: 'GET',
    path: '/staff/critical-values',
    query: { list: 'optional' },
    answer: z.array(criticalHeadSchema),
  },
  heldResult: {
    method: 'GET',
    path: '/staff/held-results/{id}',
    params: { id: personalIdSchema },
    answer: heldDetailsSchema,
  },
  heldResults: { method: 'GET', path: '/staff/held-results', answer: heldResultsSchema },
  noteCriticalCall: {
    method: 'POST',
    path: '/staff/critical-values/{id}/calls',
    params: { id: personalIdSchema },
    body: noteCallSchema,
    answer: criticalVersionSchema,
  },
  refusedReport: {
    method: 'GET',
    path: '/staff/refused-reports/{id}',
    params: { id: personalIdSchema },
    answer: refusedReportSchema,
  },
  refusedReports: {
    method: 'GET',
    path: '/staff/refused-reports',
    query: { state: 'optional', reason: 'optional', laboratoryId: 'optional' },
    answer: z.array(refusedReportHeadSchema),
  },
  releaseResult: {
    method: 'POST',
    path: '/staff/held-results/{id}/release',
    params: { id: personalIdSchema },
    body: releaseResultSchema,
    answer: releasedResultSchema,
  },
  requestLine: {
    method: 'GET',
    path: '/staff/request-lines/{label}',
    params: { label: requestLabelSchema },
    answer: requestLineSchema,
  },
  setAsideReport: {
    method: 'PUT',
    path: '/staff/refused-reports/{id}/set-aside',
    params: { id: personalIdSchema },
    body: setAsideReportSchema,
    answer: refusedReportStandsSchema,
  },
  tryRefusedReport: {
    method: 'POST',
    path: '/staff/refused-reports/{id}/tries',
    params: { id: personalIdSchema },
    body: tryRefusedReportSchema,
    answer: refusedReportStandsSchema,
  },
} as const
