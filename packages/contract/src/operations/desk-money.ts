// Generated from the main API's description by `npm run client:generate`; a test compares.
import { z } from 'zod'
import { askedDateSchema, personalIdSchema } from '../fields.ts'
import {
  attentionSchema,
  closeOutsideSchema,
  comparedStatementSchema,
  dayClosingSchema,
  decideRefundSchema,
  paymentDetailsSchema,
  paymentPageSchema,
  refundStandsSchema,
  requestRefundSchema,
  statementSchema,
} from '../money.ts'

export const OPERATIONS = {
  closeOutside: {
    method: 'POST',
    path: '/staff/refunds/{id}/outside',
    params: { id: personalIdSchema },
    body: closeOutsideSchema,
    answer: refundStandsSchema,
  },
  compareStatement: {
    method: 'POST',
    path: '/staff/statements',
    body: statementSchema,
    answer: comparedStatementSchema,
  },
  dayClosing: {
    method: 'GET',
    path: '/staff/closings/{date}',
    params: { date: askedDateSchema },
    answer: dayClosingSchema,
  },
  dayClosingCsv: {
    method: 'GET',
    path: '/staff/closings/{date}/csv',
    params: { date: askedDateSchema },
    answer: 'response',
  },
  decideOutside: {
    method: 'POST',
    path: '/staff/refunds/{id}/outside/decision',
    params: { id: personalIdSchema },
    body: decideRefundSchema,
    answer: refundStandsSchema,
  },
  decideRefund: {
    method: 'POST',
    path: '/staff/refunds/{id}/decision',
    params: { id: personalIdSchema },
    body: decideRefundSchema,
    answer: refundStandsSchema,
  },
  listPayments: {
    method: 'GET',
    path: '/staff/payments',
    query: { state: 'optional', from: 'optional', to: 'optional', find: 'optional', before: 'optional' },
    answer: paymentPageSchema,
  },
  paymentAttention: { method: 'GET', path: '/staff/payments/attention', answer: z.array(attentionSchema) },
  readPayment: {
    method: 'GET',
    path: '/staff/payments/{id}',
    params: { id: personalIdSchema },
    answer: paymentDetailsSchema,
  },
  requestRefund: {
    method: 'POST',
    path: '/staff/transactions/{id}/refunds',
    params: { id: personalIdSchema },
    body: requestRefundSchema,
    answer: refundStandsSchema,
  },
  sendRefund: {
    method: 'POST',
    path: '/staff/refunds/{id}/sending',
    params: { id: personalIdSchema },
    answer: refundStandsSchema,
  },
} as const
