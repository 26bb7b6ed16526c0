// Generated from the main API's description by `npm run client:generate`; a test compares.
import { z } from 'zod'
import { familySchema } from '../family.ts'
import { personalIdSchema } from '../fields.ts'
import { plannedRepeatSchema, repeatTestsSchema } from '../repeats.ts'
import {
  accountVersionSchema,
  analysisResultSchema,
  createdShareSchema,
  createShareSchema,
  lastResultSchema,
  openedShareSchema,
  openShareSchema,
  paperCodeSchema,
  patientResultsSchema,
  sharedReportSchema,
  shareSchema,
  testResultPageSchema,
  testResultSummarySchema,
  timelineSchema,
  verifiedReportSchema,
  verifyReportSchema,
} from '../results.ts'

export const OPERATIONS = {
  accountVersion: { method: 'GET', path: '/users/current/version', answer: accountVersionSchema },
  analysisResult: {
    method: 'GET',
    path: '/test-results/{id}/patients/{patientId}/analysis-results/{analysisResultId}',
    params: { id: personalIdSchema, patientId: personalIdSchema, analysisResultId: personalIdSchema },
    answer: analysisResultSchema,
  },
  createShare: {
    method: 'POST',
    path: '/test-results/{id}/patients/{patientId}/shares',
    params: { id: personalIdSchema, patientId: personalIdSchema },
    body: createShareSchema,
    answer: createdShareSchema,
  },
  dropRepeat: {
    method: 'DELETE',
    path: '/test-results/{id}/patients/{patientId}/repeat',
    params: { id: personalIdSchema, patientId: personalIdSchema },
    success: 204,
  },
  endPaperCodes: {
    method: 'DELETE',
    path: '/test-results/{id}/patients/{patientId}/paper-codes',
    params: { id: personalIdSchema, patientId: personalIdSchema },
    success: 204,
  },
  family: { method: 'GET', path: '/family', answer: familySchema },
  lastResults: {
    method: 'GET',
    path: '/test-results/last',
    query: { analysisIds: 'required' },
    answer: z.array(lastResultSchema),
  },
  openShare: {
    method: 'POST',
    path: '/shared-results/{token}/openings',
    params: { token: z.string() },
    body: openShareSchema,
    answer: openedShareSchema,
  },
  paperCodes: {
    method: 'GET',
    path: '/test-results/{id}/patients/{patientId}/paper-codes',
    params: { id: personalIdSchema, patientId: personalIdSchema },
    answer: z.array(paperCodeSchema),
  },
  patientReport: {
    method: 'GET',
    path: '/test-results/{id}/patients/{patientId}/report.pdf',
    params: { id: personalIdSchema, patientId: personalIdSchema },
    answer: 'response',
  },
  patientResults: {
    method: 'GET',
    path: '/test-results/{id}/patients/{patientId}',
    params: { id: personalIdSchema, patientId: personalIdSchema },
    answer: patientResultsSchema,
  },
  planRepeat: {
    method: 'PUT',
    path: '/test-results/{id}/patients/{patientId}/repeat',
    params: { id: personalIdSchema, patientId: personalIdSchema },
    body: repeatTestsSchema,
    answer: plannedRepeatSchema,
  },
  revokeShare: {
    method: 'DELETE',
    path: '/test-results/{id}/patients/{patientId}/shares/{shareId}',
    params: { id: personalIdSchema, patientId: personalIdSchema, shareId: personalIdSchema },
    success: 204,
  },
  sharedReport: {
    method: 'GET',
    path: '/shared-results/{token}',
    params: { token: z.string() },
    header: 'x-access-key',
    answer: sharedReportSchema,
  },
  shares: {
    method: 'GET',
    path: '/test-results/{id}/patients/{patientId}/shares',
    params: { id: personalIdSchema, patientId: personalIdSchema },
    answer: z.array(shareSchema),
  },
  testResult: {
    method: 'GET',
    path: '/test-results/{id}',
    params: { id: personalIdSchema },
    answer: testResultSummarySchema,
  },
  testResults: {
    method: 'GET',
    path: '/test-results',
    query: { cursor: 'optional', limit: 'optional', patientId: 'optional', orderId: 'optional' },
    answer: testResultPageSchema,
  },
  timeline: { method: 'GET', path: '/test-results/timeline', answer: timelineSchema },
  verifyReport: {
    method: 'POST',
    path: '/report-verifications',
    body: verifyReportSchema,
    answer: verifiedReportSchema,
  },
} as const
