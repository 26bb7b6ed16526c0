import { ORDER_CURRENCY } from '@shop/domain/money'
import { ORDER_STATES } from '@shop/domain/order-states'
import {
  ATTEMPT_STATES,
  MOVEMENT_TYPES,
  PAYMENT_EVENT_SOURCES,
  PAYMENT_KINDS,
  VERDICTS,
} from '@shop/domain/payment-states'
import { CLOSING_WAYS, OUTSIDE_WAYS, REFUND_ORIGINS, REFUND_STATES } from '@shop/domain/refunds'
import { z } from 'zod'
import {
  catalogueIdSchema,
  dateSchema,
  instantSchema,
  personalIdSchema,
  textSchema,
  versionSchema,
  wireMoneySchema,
} from './fields.ts'
import {
  LONGEST_OUTSIDE_REFERENCE,
  LONGEST_REFUND_REASON,
  SHORTEST_OUTSIDE_REFERENCE,
  SHORTEST_REFUND_REASON,
} from './input-lengths.ts'

/** How the desk filters payments: by the payment's own state, or because money of it must be paid back. */
export const PAYMENT_FILTERS = [...ATTEMPT_STATES, 'refundDue'] as const
/** What needs somebody's attention. Kinds of one group are listed together, at most `LISTED` of each group. */
export const ATTENTION_GROUPS = [
  ['refundToDecide', 'refundNotTaken'],
  ['refundDue'],
  ['mismatch', 'unknownPayment'],
  ['noAnswer'],
] as const

export const listedPaymentSchema = z
  .object({
    id: personalIdSchema,
    orderId: personalIdSchema,
    orderNumber: z.string(),
    laboratoryId: catalogueIdSchema,
    provider: z.string(),
    state: z.enum(ATTEMPT_STATES),
    amount: wireMoneySchema,
    createdAt: instantSchema,
    paidAt: instantSchema.nullable(),
    refunded: wireMoneySchema.describe('Refunded so far'),
    refundDue: z.boolean().describe('Money was received that pays for nothing and has not been refunded'),
    test: z.boolean().describe('Test payment: no real money'),
  })
  .meta({ id: 'ListedPayment' })
export type ListedPayment = z.infer<typeof listedPaymentSchema>

export const paymentPageSchema = z
  .object({
    payments: z.array(listedPaymentSchema),
    next: personalIdSchema.nullable().describe('`before` of the next page; null: this is the last'),
  })
  .meta({ id: 'PaymentPage' })

const refundSchema = z
  .object({
    id: personalIdSchema,
    state: z.enum(REFUND_STATES),
    version: z.int(),
    amount: wireMoneySchema,
    endsOrder: z.boolean(),
    origin: z.enum(REFUND_ORIGINS),
    reason: z.string().nullable(),
    requestedBy: z.string().nullable().describe('Name; null: not requested at the desk'),
    requestedAt: instantSchema,
    decidedBy: z.string().nullable().describe('Name of the second person'),
    decidedAt: instantSchema.nullable(),
    doneAt: instantSchema.nullable(),
    failure: z.string().nullable().describe('Why the provider has not accepted it: a code or a status'),
    isRefused: z
      .boolean()
      .describe('The provider refused it; false if there was no usable answer, so it may have been accepted'),
    acceptedAs: z
      .string()
      .nullable()
      .optional()
      .describe('The provider’s id of a refund that it has accepted and the bank has not made yet'),
    reversals: z
      .array(z.object({ refundId: z.string(), doneAt: instantSchema, failedAt: instantSchema }))
      .optional()
      .describe('The times it was made and failed afterwards: the money came back to the shop'),
    isOwn: z.boolean().describe('Requested by the caller, so someone else must decide'),
    outside: z
      .object({
        way: z.enum(OUTSIDE_WAYS),
        reference: z.string(),
        by: z.string().nullable(),
        at: instantSchema,
        secondedBy: z.string().nullable().describe('Name of the second person'),
        isOwn: z.boolean().describe('Recorded by the caller, so someone else must decide'),
      })
      .nullable()
      .describe('Refunded outside the provider; while the state is `approved`, a second person must agree'),
  })
  .meta({ id: 'Refund' })

export const paymentDetailsSchema = listedPaymentSchema
  .extend({
    orderState: z.enum(ORDER_STATES),
    orderTotal: wireMoneySchema,
    expiresAt: instantSchema.describe('When the payment page expires'),
    closedAt: instantSchema.nullable().describe('When the provider reported that nothing more can happen'),
    transactions: z.array(
      z.object({
        id: personalIdSchema,
        transactionId: z.string().describe('The provider’s own id'),
        kind: z.enum(PAYMENT_KINDS),
        amount: wireMoneySchema,
        receivedAt: instantSchema,
        left: wireMoneySchema.describe('What may still be refunded'),
        version: z.int(),
        canEndOrder: z.boolean(),
        isOfProvider: z.boolean().describe('False: received through a former provider'),
        refunds: z.array(refundSchema),
      }),
    ),
    events: z
      .array(
        z.object({
          at: instantSchema,
          source: z.enum(PAYMENT_EVENT_SOURCES),
          verdict: z.enum(VERDICTS).describe('How the shop judged the provider’s report'),
        }),
      )
      .describe('Newest first'),
    aloneUpTo: wireMoneySchema.describe('The most of an order that may be refunded without a second person'),
  })
  .meta({ id: 'PaymentDetails' })
export type PaymentDetails = z.infer<typeof paymentDetailsSchema>

export const requestRefundSchema = z
  .object({
    amount: wireMoneySchema.refine(({ price }) => price > 0, { path: ['price'], error: 'more than zero' }),
    reason: textSchema
      .min(SHORTEST_REFUND_REASON)
      .max(LONGEST_REFUND_REASON)
      .describe('Stored with the refund and included in the patient’s export'),
    endsOrder: z.boolean().describe('The order ends, and its slot becomes free'),
    version: versionSchema,
  })
  .meta({
    id: 'RequestRefund',
    example: {
      amount: { price: 12.5, currency: ORDER_CURRENCY },
      reason: 'One of the samples could not be used.',
      endsOrder: false,
      version: 0,
    },
  })
export const decideRefundSchema = z
  .object({ agrees: z.boolean(), version: versionSchema })
  .meta({ id: 'DecideRefund', example: { agrees: true, version: 1 } })
export const closeOutsideSchema = z
  .object({
    way: z
      .enum(CLOSING_WAYS)
      .describe('`formerProvider`: by the provider that took the payment and is not the present one'),
    reference: textSchema
      .min(SHORTEST_OUTSIDE_REFERENCE)
      .max(LONGEST_OUTSIDE_REFERENCE)
      .describe('Reference of the transfer or of the signed paper; the former provider’s id of the refund'),
    version: versionSchema,
  })
  .meta({
    id: 'CloseOutside',
    example: { way: 'bankTransfer', reference: 'PP 1042 of 23.11.2026', version: 2 },
  })
export const refundStandsSchema = z
  .object({ id: personalIdSchema, state: z.enum(REFUND_STATES) })
  .meta({ id: 'RefundStands' })

export const attentionSchema = z
  .object({
    kind: z.enum(ATTENTION_GROUPS.flat()),
    at: instantSchema,
    paymentId: personalIdSchema.nullable().describe('null: not about a payment of the shop'),
    orderNumber: z.string().nullable(),
    amount: wireMoneySchema.nullable(),
    detail: z.string().nullable().describe('The provider’s code or reference'),
  })
  .meta({ id: 'PaymentAttention' })
export type Attention = z.infer<typeof attentionSchema>

const sumsSchema = z.object({
  provider: z.string(),
  received: wireMoneySchema,
  receivedCount: z.int(),
  givenBack: wireMoneySchema,
  givenBackCount: z.int(),
})
export const dayClosingSchema = z
  .object({
    date: dateSchema,
    isOver: z.boolean().describe('False: the day is not over yet'),
    sums: z.array(sumsSchema).describe('Per provider and currency'),
  })
  .meta({ id: 'DayClosing' })

export const STATEMENT_CHARACTERS = 4_000_000
export const statementSchema = z
  .object({
    csv: z
      .string()
      .min(1)
      .max(STATEMENT_CHARACTERS)
      .describe('In a form that docs/operations/money.md describes'),
  })
  .meta({
    id: 'Statement',
    example: {
      csv: 'type,payment,amount,currency,time\npayment,4107-310b0da80b,28.80,BYN,2026-03-02T09:12:00+03:00\n',
    },
  })

const STATEMENT_DIFFERENCES = ['onlyInStatement', 'onlyInBooks', 'anotherAmount'] as const
/** The fields that are read from a statement. */
export const STATEMENT_FIELDS = ['type', 'payment', 'amount', 'currency', 'time'] as const
/** The forms of a statement; each is recognised by its column headings. */
export const STATEMENT_FORMS = ['own', 'stripe', 'bepaid'] as const
const statementReadingSchema = z.object({
  form: z.enum(STATEMENT_FORMS),
  columns: z.array(z.object({ field: z.enum(STATEMENT_FIELDS), heading: z.string() })),
  passed: z.int().describe('Lines that move no money of patients: fees, payouts, failed payments'),
  unread: z
    .object({
      count: z.int(),
      lines: z.array(z.object({ line: z.int(), heading: z.string(), value: z.string() })),
    })
    .describe('Lines that could not be read and are not compared; `lines` has the first 50'),
})
export type StatementReading = z.infer<typeof statementReadingSchema>
const sideSchema = z.array(wireMoneySchema)
export const comparedStatementSchema = z
  .object({
    from: dateSchema,
    to: dateSchema,
    reading: statementReadingSchema.optional(),
    matched: z.int().describe('Payments and refunds that agree on both sides'),
    statement: z.object({ received: sideSchema, givenBack: sideSchema }).describe('Sums per currency'),
    books: z.object({ received: sideSchema, givenBack: sideSchema }),
    differences: z.array(
      z.object({
        kind: z.enum(STATEMENT_DIFFERENCES),
        type: z.enum(MOVEMENT_TYPES),
        transactionId: z.string(),
        paymentId: personalIdSchema.nullable(),
        orderNumber: z.string().nullable(),
        statement: wireMoneySchema.nullable(),
        books: wireMoneySchema.nullable(),
      }),
    ),
  })
  .meta({ id: 'ComparedStatement' })
export type ComparedStatement = z.infer<typeof comparedStatementSchema>
