// Generated from the main API's description by `npm run client:generate`; a test compares.
import { z } from 'zod'
import { personalIdSchema } from '../fields.ts'
import {
  agreeToVisitSchema,
  createOrderSchema,
  listedOrderSchema,
  moveVisitSchema,
  orderCreatedSchema,
  orderSchema,
  redirectSchema,
} from '../orders.ts'
import { answerTestsConsentSchema, testsConsentSchema } from '../tests-consent.ts'
import { answerVisitSchema, visitAnswersSchema } from '../visit-answers.ts'

export const OPERATIONS = {
  agreeToVisit: {
    method: 'POST',
    path: '/orders/{id}/visit/agreement',
    params: { id: personalIdSchema },
    body: agreeToVisitSchema,
    answer: orderSchema,
  },
  answerTestsConsent: {
    method: 'PUT',
    path: '/orders/{id}/tests-consent',
    params: { id: personalIdSchema },
    body: answerTestsConsentSchema,
    answer: testsConsentSchema,
  },
  answerVisit: {
    method: 'PUT',
    path: '/orders/{id}/answers',
    params: { id: personalIdSchema },
    body: answerVisitSchema,
    answer: visitAnswersSchema,
  },
  cancelOrder: {
    method: 'POST',
    path: '/orders/{id}/cancel',
    params: { id: personalIdSchema },
    answer: orderSchema,
  },
  checkPayment: {
    method: 'POST',
    path: '/orders/{id}/payment/check',
    params: { id: personalIdSchema },
    answer: orderSchema,
  },
  createOrder: {
    method: 'POST',
    path: '/orders',
    body: createOrderSchema,
    header: 'idempotency-key',
    answer: orderCreatedSchema,
  },
  moveVisit: {
    method: 'POST',
    path: '/orders/{id}/visit',
    params: { id: personalIdSchema },
    body: moveVisitSchema,
    answer: orderSchema,
  },
  order: { method: 'GET', path: '/orders/{id}', params: { id: personalIdSchema }, answer: orderSchema },
  orderCalendar: {
    method: 'GET',
    path: '/orders/{id}/visit.ics',
    params: { id: personalIdSchema },
    answer: 'response',
  },
  orderReceipt: {
    method: 'GET',
    path: '/orders/{id}/receipt.pdf',
    params: { id: personalIdSchema },
    answer: 'response',
  },
  orders: {
    method: 'GET',
    path: '/orders',
    query: { before: 'optional', limit: 'optional' },
    answer: z.array(listedOrderSchema),
  },
  payOrder: {
    method: 'POST',
    path: '/orders/{id}/payment',
    params: { id: personalIdSchema },
    answer: redirectSchema,
  },
  testsConsent: {
    method: 'GET',
    path: '/orders/{id}/tests-consent',
    params: { id: personalIdSchema },
    answer: testsConsentSchema,
  },
  visitAnswers: {
    method: 'GET',
    path: '/orders/{id}/answers',
    params: { id: personalIdSchema },
    answer: visitAnswersSchema,
  },
} as const
