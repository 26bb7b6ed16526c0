import { createRoute, z } from '@hono/zod-openapi'
import { askedDateSchema, personalIdSchema } from '@shop/contract/fields'
import { LONGEST_PAYMENT_SEARCH } from '@shop/contract/input-lengths'
import {
  attentionSchema,
  closeOutsideSchema,
  comparedStatementSchema,
  dayClosingSchema,
  decideRefundSchema,
  PAYMENT_FILTERS,
  paymentDetailsSchema,
  paymentPageSchema,
  refundStandsSchema,
  requestRefundSchema,
  STATEMENT_CHARACTERS,
  statementSchema,
} from '@shop/contract/money'
import { Problem, problemResponse } from '@shop/contract/problem'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import {
  type Api,
  type ApiEnv,
  BODY_PROBLEMS,
  json,
  jsonBody,
  laboratoriesOf,
  problems,
  STAFF_REFUSALS,
  staffSecurity,
} from '../api.ts'
import type { ApiContext } from '../context.ts'
import { actorOf } from '../staff/authenticate-staff.ts'
import { closeDay, closeDayAsCsv } from './close-day.ts'
import { compareWithBooks } from './compare-with-books.ts'
import { listAttention } from './list-attention.ts'
import { listPayments } from './list-payments.ts'
import { readPayment } from './read-payment.ts'
import { askForRefund, closeOutside, decideOnOutside, decideOnRefund, sendAgain } from './refund-at-desk.ts'

const tags = ['Desk: money']
const params = z.object({ id: personalIdSchema })
const ofDay = z.object({ date: askedDateSchema })

const listRoute = createRoute({
  method: 'get',
  path: '/staff/payments',
  operationId: 'listPayments',
  tags,
  summary: 'Payments, newest first, page by page',
  security: staffSecurity('payments.read'),
  request: {
    query: z.object({
      state: z.enum(PAYMENT_FILTERS).optional(),
      from: askedDateSchema.optional().describe('Day in the business time zone'),
      to: askedDateSchema.optional().describe('The last day'),
      find: z
        .string()
        .max(LONGEST_PAYMENT_SEARCH)
        .regex(/^[\w-]+$/)
        .optional()
        .describe('An order’s number, or the provider’s id of a payment'),
      before: personalIdSchema.optional().describe('`next` of the previous page'),
    }),
  },
  responses: {
    200: json(paymentPageSchema, 'At most 50 payments'),
    ...problems(...STAFF_REFUSALS, 'invalid_fields'),
  },
})

const attentionRoute = createRoute({
  method: 'get',
  path: '/staff/payments/attention',
  operationId: 'paymentAttention',
  tags,
  summary: 'Payments that do not match, and payments to be refunded',
  security: staffSecurity('payments.read'),
  responses: {
    200: json(z.array(attentionSchema), 'Items that wait for a decision first'),
    ...problems(...STAFF_REFUSALS),
  },
})

const readRoute = createRoute({
  method: 'get',
  path: '/staff/payments/{id}',
  operationId: 'readPayment',
  tags,
  summary: 'A payment with its amounts, its refunds and the provider’s notifications',
  security: staffSecurity('payments.read'),
  request: { params },
  responses: { 200: json(paymentDetailsSchema, 'The payment'), ...problems(...STAFF_REFUSALS, 'not_found') },
})

const CHANGES = [...BODY_PROBLEMS, ...STAFF_REFUSALS, 'not_found', 'stale_write', 'conflict'] as const

const askRoute = createRoute({
  method: 'post',
  path: '/staff/transactions/{id}/refunds',
  operationId: 'requestRefund',
  tags,
  summary: 'Refund a payment, in whole or in part',
  description:
    '`requested`: above the limit, a second person must agree. `approved`: sent, but the provider has not made it yet. `stale_write`: another member of staff was first. `conflict`: nothing is left to refund, the payment came through another provider, or the order can no longer be ended.',
  security: staffSecurity('refunds.ask'),
  request: { params, ...jsonBody(requestRefundSchema) },
  responses: {
    200: json(refundStandsSchema, 'The current state'),
    ...problems(...CHANGES, 'refund_exceeds_payment'),
  },
})

const decideRoute = createRoute({
  method: 'post',
  path: '/staff/refunds/{id}/decision',
  operationId: 'decideRefund',
  tags,
  summary: 'Approve or decline as the second person',
  description:
    '`own_refund`: the person who requested the refund cannot decide on it. `conflict`: approved, but the order can no longer be ended, or the payment came through another provider.',
  security: staffSecurity('refunds.decide'),
  request: { params, ...jsonBody(decideRefundSchema) },
  responses: { 200: json(refundStandsSchema, 'The current state'), ...problems(...CHANGES, 'own_refund') },
})

const sendRoute = createRoute({
  method: 'post',
  path: '/staff/refunds/{id}/sending',
  operationId: 'sendRefund',
  tags,
  summary: 'Ask the provider again for a refund that it has not made',
  description:
    'One that it has accepted is asked about; any other is sent again. After a day the provider no longer recognises the request as a repetition: check its back office first.',
  security: staffSecurity('refunds.ask'),
  request: { params },
  responses: {
    200: json(refundStandsSchema, 'The current state'),
    ...problems(...STAFF_REFUSALS, 'not_found'),
  },
})

const outsideRoute = createRoute({
  method: 'post',
  path: '/staff/refunds/{id}/outside',
  operationId: 'closeOutside',
  tags,
  summary: 'Close a refund that the provider refuses, or of a former provider, as paid back',
  description:
    '`done`: it is in the books and the patient is notified. `approved`: above the limit, a second person must agree; until then it is not sent. `conflict`: it is not on its way, the present provider has not refused it, or is being asked right now.',
  security: staffSecurity('refunds.ask'),
  request: { params, ...jsonBody(closeOutsideSchema) },
  responses: { 200: json(refundStandsSchema, 'The current state'), ...problems(...CHANGES) },
})

const decideOutsideRoute = createRoute({
  method: 'post',
  path: '/staff/refunds/{id}/outside/decision',
  operationId: 'decideOutside',
  tags,
  summary: 'Confirm as the second person that it was paid back another way, or decline',
  description:
    '`own_refund`: the person who reported it cannot decide on it. If declined, it is on its way as before.',
  security: staffSecurity('refunds.decide'),
  request: { params, ...jsonBody(decideRefundSchema) },
  responses: { 200: json(refundStandsSchema, 'The current state'), ...problems(...CHANGES, 'own_refund') },
})

const closingRoute = createRoute({
  method: 'get',
  path: '/staff/closings/{date}',
  operationId: 'dayClosing',
  tags,
  summary: 'Payments and refunds of a day in the business time zone',
  security: staffSecurity('payments.read'),
  request: { params: ofDay },
  responses: { 200: json(dayClosingSchema, 'The totals'), ...problems(...STAFF_REFUSALS, 'not_found') },
})

const closingCsvRoute = createRoute({
  method: 'get',
  path: '/staff/closings/{date}/csv',
  operationId: 'dayClosingCsv',
  tags,
  summary: 'A day’s closing for the bookkeeping, one line for each movement',
  security: staffSecurity('payments.read'),
  request: { params: ofDay },
  responses: {
    200: { description: 'CSV (RFC 4180), UTF-8', content: { 'text/csv': { schema: z.string() } } },
    ...problems(...STAFF_REFUSALS, 'not_found'),
  },
})

/** A month of a busy network; other calls have a lower limit. */
const notTooLarge = bodyLimit({
  maxSize: 2 * STATEMENT_CHARACTERS,
  onError: () => problemResponse(new Problem('body_too_large')),
})

const statementRoute = createRoute({
  method: 'post',
  path: '/staff/statements',
  operationId: 'compareStatement',
  tags,
  summary: 'Compare a provider’s statement with the books',
  description:
    'The statement is not stored. Only for staff with access to every laboratory. `statement_unreadable` names line and column.',
  security: staffSecurity('payments.read'),
  middleware: notTooLarge,
  request: jsonBody(statementSchema),
  responses: {
    200: json(comparedStatementSchema, 'Totals of both sides, and the differences'),
    ...problems(...BODY_PROBLEMS, ...STAFF_REFUSALS, 'statement_unreadable'),
  },
})

const who = (c: Context<ApiEnv>) => ({ actor: actorOf(c), scope: laboratoriesOf(c) })

/** Routes for money at the desk: payments, refunds, mismatches, the day's closing, a provider's statement. */
export function registerMoneyRoutes(api: Api, context: ApiContext): void {
  api.openapi(listRoute, async (c) =>
    c.json(await listPayments(context, { ...who(c), ...c.req.valid('query') }), 200),
  )
  api.openapi(attentionRoute, async (c) => c.json(await listAttention(context, who(c)), 200))
  api.openapi(readRoute, async (c) =>
    c.json(await readPayment(context, { ...who(c), paymentId: c.req.valid('param').id }), 200),
  )
  api.openapi(askRoute, async (c) => {
    const transactionId = c.req.valid('param').id
    return c.json(await askForRefund(context, { ...who(c), ...c.req.valid('json'), transactionId }), 200)
  })
  api.openapi(decideRoute, async (c) => {
    const refundId = c.req.valid('param').id
    return c.json(await decideOnRefund(context, { ...who(c), ...c.req.valid('json'), refundId }), 200)
  })
  api.openapi(sendRoute, async (c) =>
    c.json(await sendAgain(context, { ...who(c), refundId: c.req.valid('param').id }), 200),
  )
  api.openapi(outsideRoute, async (c) => {
    const refundId = c.req.valid('param').id
    return c.json(await closeOutside(context, { ...who(c), ...c.req.valid('json'), refundId }), 200)
  })
  api.openapi(decideOutsideRoute, async (c) => {
    const refundId = c.req.valid('param').id
    return c.json(await decideOnOutside(context, { ...who(c), ...c.req.valid('json'), refundId }), 200)
  })
  api.openapi(closingRoute, async (c) =>
    c.json(await closeDay(context, { ...who(c), date: c.req.valid('param').date }), 200),
  )
  api.openapi(closingCsvRoute, async (c) => {
    const { date } = c.req.valid('param')
    const csv = await closeDayAsCsv(context, { ...who(c), date })
    c.header('Content-Type', 'text/csv; charset=utf-8')
    c.header('Content-Disposition', `attachment; filename="closing-${date}.csv"`)
    return c.body(csv, 200)
  })
  api.openapi(statementRoute, async (c) =>
    c.json(await compareWithBooks(context, { ...who(c), ...c.req.valid('json') }), 200),
  )
}
