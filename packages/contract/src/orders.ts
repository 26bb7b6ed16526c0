import { CART_LINE_LIMIT } from '@shop/domain/add-to-cart'
import { VISIT_KINDS } from '@shop/domain/laboratory'
import { ORDER_CURRENCY } from '@shop/domain/money'
import { ORDER_LINE_KINDS } from '@shop/domain/order-line'
import { ORDER_STATES } from '@shop/domain/order-states'
import { PAYMENT_STATES } from '@shop/domain/payment-states'
import { REFUND_STATES } from '@shop/domain/refunds'
import { z } from 'zod'
import {
  catalogueIdSchema,
  instantSchema,
  localeSchema,
  personalIdSchema,
  phoneSchema,
  textSchema,
  wireMoneySchema,
} from './fields.ts'
import { LONGEST_ADDRESS_NOTES, LONGEST_ADDRESS_PART } from './input-lengths.ts'

const part = textSchema.max(LONGEST_ADDRESS_PART).default('')

export const visitAddressSchema = z
  .object({
    locality: part,
    street: textSchema.min(1).max(LONGEST_ADDRESS_PART),
    houseNumber: textSchema.min(1).max(LONGEST_ADDRESS_PART),
    entranceNumber: part,
    floorNumber: part,
    apartmentNumber: part,
    addressNotes: textSchema.max(LONGEST_ADDRESS_NOTES).default(''),
  })
  .meta({ id: 'VisitAddress' })
export type VisitAddress = z.infer<typeof visitAddressSchema>

export const feedbackDetailsSchema = z
  .object({
    useEmail: z.boolean(),
    usePhone: z.boolean(),
    quickPhone: z.union([phoneSchema, z.literal('')]).nullish(),
  })
  .meta({ id: 'FeedbackDetails' })
export type FeedbackDetails = z.infer<typeof feedbackDetailsSchema>
export const DEFAULT_FEEDBACK: FeedbackDetails = { useEmail: true, usePhone: true, quickPhone: '' }

export const orderVisitSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('branch'), start: instantSchema }),
  z.object({
    kind: z.literal('homeCall'),
    start: instantSchema,
    callableRegionId: catalogueIdSchema,
    address: visitAddressSchema,
    phone: phoneSchema,
  }),
])
export type OrderVisit = z.infer<typeof orderVisitSchema>

/** What the shop sends to create an order; the `Idempotency-Key` header makes a retry safe. */
export const createOrderSchema = z
  .object({
    laboratoryId: catalogueIdSchema,
    patients: z
      .array(
        z.object({
          patientId: personalIdSchema,
          analysisIds: z.array(catalogueIdSchema).min(1).max(500),
          /** The decision for each optional material: true = bought, false = brought by the patient. */
          optionalMaterials: z.record(z.string().regex(/^\d+$/), z.boolean()).default({}),
          pregnant: z.boolean().default(false),
          profiles: z
            .array(
              z.object({ profileId: catalogueIdSchema, analysisIds: z.array(catalogueIdSchema).max(500) }),
            )
            .max(100)
            .optional()
            .describe('Profiles that analyses were added with; their names are stored in the order'),
        }),
      )
      .min(1)
      .max(50)
      .refine(
        (patients) =>
          patients.reduce((sum, { analysisIds }) => sum + analysisIds.length, 0) <= CART_LINE_LIMIT,
        `at most ${CART_LINE_LIMIT} analyses of all patients`,
      )
      .describe(`At most ${CART_LINE_LIMIT} analyses of all patients together`),
    visit: orderVisitSchema,
    feedback: feedbackDetailsSchema,
    expectedTotal: wireMoneySchema.describe(
      'The total that the patient saw; if the sum differs, the answer is price_changed',
    ),
    locale: localeSchema.optional(),
  })
  .meta({
    id: 'CreateOrder',
    example: {
      laboratoryId: 1,
      patients: [
        {
          patientId: '0199d0f2-6c1e-7a55-9c4b-5b1f6a7c2d10',
          analysisIds: [1, 2],
          optionalMaterials: {},
          pregnant: false,
        },
      ],
      visit: { kind: 'branch', start: '2026-03-12T08:30:00+03:00' },
      feedback: { useEmail: true, usePhone: false, quickPhone: '' },
      expectedTotal: { price: 42.4, currency: ORDER_CURRENCY },
      locale: 'en',
    },
  })
export type CreateOrder = z.infer<typeof createOrderSchema>

export const moveVisitSchema = z
  .object({
    start: instantSchema.describe('The new time, as `visitSlots` offers it'),
    current: instantSchema.describe('The current time of the visit, as the caller read it'),
  })
  .meta({
    id: 'MoveVisit',
    example: { start: '2026-03-12T08:30:00+03:00', current: '2026-03-11T08:30:00+03:00' },
  })
export const agreeToVisitSchema = z
  .object({ current: instantSchema.describe('The time that the patient agrees to') })
  .meta({ id: 'AgreeToVisit', example: { current: '2026-03-12T08:30:00+03:00' } })

export const orderCreatedSchema = z
  .object({ id: personalIdSchema, number: z.string(), redirectUrl: z.string() })
  .meta({
    id: 'OrderCreated',
    example: {
      id: '0198a5f0-3c1e-7b2a-9d4e-5f6a7b8c9d0e',
      number: '1000071',
      redirectUrl: 'https://checkout.bepaid.by/checkout?token=8f2d',
    },
  })
export type OrderCreated = z.infer<typeof orderCreatedSchema>
export const redirectSchema = z
  .object({ redirectUrl: z.string() })
  .meta({ id: 'Redirect', example: { redirectUrl: 'https://checkout.bepaid.by/checkout?token=8f2d' } })

const orderStateSchema = z.enum(ORDER_STATES)

export const orderLineSchema = z.object({
  kind: z.enum(ORDER_LINE_KINDS),
  /** Analysis id or material id. */
  id: catalogueIdSchema,
  code: z.string().nullable(),
  name: z.string(),
  quantity: z.int().positive(),
  price: wireMoneySchema.describe('Of the whole line'),
  execPeriod: z.int().nullable(),
})
export type OrderLine = z.infer<typeof orderLineSchema>

export const listedOrderSchema = z
  .object({
    id: personalIdSchema,
    number: z.string(),
    state: orderStateSchema,
    createdAt: instantSchema,
    visit: z.object({
      kind: z.enum(VISIT_KINDS),
      start: instantSchema,
      end: instantSchema,
      regionName: z.string().nullable(),
      regionNames: z
        .array(z.string())
        .optional()
        .describe('The region in every language; the main API of the previous release does not send them'),
      address: visitAddressSchema.nullable(),
      phone: z.string().nullable(),
    }),
    laboratory: z.object({
      id: catalogueIdSchema,
      city: z.string(),
      address: z.string(),
      callable: z.boolean(),
    }),
    patientIds: z.array(personalIdSchema),
    patientNames: z.array(z.string()).describe('In the order of `patientIds`'),
    analysisCount: z.int(),
    tests: z
      .object({ names: z.array(z.string()), count: z.int() })
      .optional()
      .describe(
        'In a list: the names of the first two different analyses, and how many there are; the previous release does not send them',
      ),
    total: wireMoneySchema,
  })
  .meta({ id: 'OrderSummary' })
export type ListedOrder = z.infer<typeof listedOrderSchema>

/** About when a person's turn at the visit is. */
export const turnSchema = z
  .object({
    patientId: personalIdSchema,
    start: instantSchema,
    minutes: z.int().describe('Until the last sample is taken'),
    mayEatFrom: instantSchema.nullable().describe('null: did not need to fast'),
  })
  .meta({ id: 'Turn' })

export const refundsSchema = z
  .array(
    z.object({
      state: z.enum(REFUND_STATES).describe('Requested, on its way, accepted by the provider, or declined'),
      amount: wireMoneySchema,
      at: instantSchema.describe('Since when'),
    }),
  )
  .describe('Refunds, oldest first')

export const orderSchema = listedOrderSchema
  .extend({
    expiresAt: instantSchema.nullable().describe('Until when it awaits payment'),
    patients: z.array(
      z.object({
        patientId: personalIdSchema,
        firstName: z.string(),
        lastName: z.string(),
        lines: z.array(orderLineSchema),
        profiles: z
          .array(
            z.object({
              id: catalogueIdSchema.nullable().describe('null in orders from before it was stored'),
              name: z.string(),
              analysisIds: z.array(catalogueIdSchema),
            }),
          )
          .describe('Profiles that the analyses of the lines were added with'),
        subtotal: wireMoneySchema,
        preparation: z.object({
          fastingHours: z.int(),
          fastFrom: instantSchema.nullable(),
          beforeFeed: z.boolean().describe('A baby does not fast, and is brought just before the next feed'),
          notes: z.array(z.string()),
          fastingNote: z
            .string()
            .nullable()
            // The previous release does not send it.
            .optional()
            .describe('The one of the notes that is about the fast'),
          isLateForUrine: z
            .boolean()
            // The previous release does not send it.
            .optional()
            .describe('The visit is in the afternoon, and the morning’s urine is to be brought'),
        }),
        optionalMaterials: z.record(z.string(), z.boolean()),
        broughtMaterials: z
          .array(z.object({ id: catalogueIdSchema, name: z.string() }))
          .describe('Containers that the patient brings'),
      }),
    ),
    asksQuestions: z
      .boolean()
      .describe('At least one patient has questions before the visit: see `visitAnswers`'),
    turns: z
      .array(turnSchema)
      .describe('For several people: who is taken when, in the proposed order; empty for one'),
    deliveryPrice: wireMoneySchema.nullable(),
    visitChange: z.object({
      until: instantSchema
        .nullable()
        .describe('Until when the visit can be moved or cancelled; null: it cannot be'),
      movedFrom: instantSchema
        .nullable()
        .describe('The previous time, if the network has moved the visit and awaits an answer'),
    }),
    feedback: feedbackDetailsSchema,
    firstReadyDate: z.string().nullable().describe('When the first result is expected'),
    readyDate: z.string().nullable().describe('When the last result is expected'),
    payment: z.object({
      state: z.enum(PAYMENT_STATES),
      paidAt: instantSchema.nullable(),
      refundDue: z.boolean().describe('Money was received that must be refunded: a second or a late payment'),
      kept: wireMoneySchema
        // The previous release does not send it.
        .optional()
        .describe(
          'The total less what has been refunded or is on its way back: what cancelling would refund',
        ),
      refunds: refundsSchema,
    }),
    history: z.array(z.object({ state: orderStateSchema, at: instantSchema, cause: z.string() })),
  })
  .meta({ id: 'Order' })
export type Order = z.infer<typeof orderSchema>
