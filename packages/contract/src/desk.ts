import { VISIT_KINDS } from '@shop/domain/laboratory'
import { ORDER_DATES } from '@shop/domain/laboratory-desk'
import { ORDER_STATES } from '@shop/domain/order-states'
import { PAYMENT_STATES } from '@shop/domain/payment-states'
import { REFUND_STATES } from '@shop/domain/refunds'
import { VISIT_STATES } from '@shop/domain/visit-progress'
import { z } from 'zod'
import {
  askedDateSchema,
  catalogueIdSchema,
  dateSchema,
  instantSchema,
  localeSchema,
  personalIdSchema,
  textSchema,
  versionSchema,
  wireGenderSchema,
  wireMoneySchema,
} from './fields.ts'
import {
  LONGEST_ENDING_REASON,
  LONGEST_OPENING_REASON,
  LONGEST_ORDER_NOTE,
  LONGEST_ORDER_SEARCH,
  LONGEST_TUBE_LABEL,
  SHORTEST_ENDING_REASON,
  SHORTEST_OPENING_REASON,
  SHORTEST_ORDER_SEARCH,
} from './input-lengths.ts'
import { refundsSchema, visitAddressSchema } from './orders.ts'
import { testsConsentSchema } from './tests-consent.ts'

/** What the desk records about an order. */
export const DESK_EVENTS = [
  'arrived',
  'missed',
  'expected',
  'samplesTaken',
  'note',
  'testsOpened',
  'moved',
  'cancelled',
  'mailRepeated',
  'testsAsked',
  'sessionsEnded',
] as const
/** Mails about an order, to its patient and to the network's own staff. */
export const ORDER_MAILS = [
  'orderReceived',
  'orderPaid',
  'orderExpired',
  'orderCancelled',
  'visitTomorrow',
  'visitMoved',
  'refundDue',
  'refunded',
  'result-ready',
  'result-withdrawn',
  'testsAsked',
  'laboratoryOrder',
  'visitMovedNotice',
  'refundDueNotice',
  'paymentMismatch',
] as const

/** Sent with a step that is reported later than it was done: from a phone that had no network. */
const pressed = {
  key: personalIdSchema
    .optional()
    .describe(
      'Identifies this one press: sent again, it changes nothing and returns the visit’s current state',
    ),
  at: instantSchema.optional().describe('When it was done, at most three days ago; absent: now'),
}
const EXAMPLE_ID = '0199d0f2-6c1e-7a55-9c4b-5b1f6a7c2d10'

export const arrivalSchema = z
  .object({
    version: versionSchema,
    identityChecked: z.boolean().describe('An identity document was checked'),
    ...pressed,
  })
  .meta({ id: 'Arrival', example: { version: 0, identityChecked: true } })
export const visitVersionSchema = z
  .object({ version: versionSchema, ...pressed })
  .meta({ id: 'VisitVersion', example: { version: 0 } })

export const takenSamplesSchema = z
  .object({
    version: versionSchema,
    specimens: z
      .array(
        z.object({
          patientId: personalIdSchema,
          containerId: catalogueIdSchema,
          label: textSchema
            .min(1)
            .max(LONGEST_TUBE_LABEL)
            .regex(/^[\w-]+$/, 'letters, digits and hyphens')
            .describe('The label on the tube, as encoded in its bar code'),
        }),
      )
      .max(200)
      .describe('May be empty if the laboratory labels the tubes'),
    ...pressed,
  })
  .meta({
    id: 'TakenSamples',
    example: { version: 1, specimens: [{ patientId: EXAMPLE_ID, containerId: 1, label: 'S-2040-000117' }] },
  })
export type TakenSamples = z.infer<typeof takenSamplesSchema>

export const visitProgressSchema = z
  .object({ state: z.enum(VISIT_STATES), version: z.int() })
  .meta({ id: 'VisitProgress' })
export type VisitProgress = z.infer<typeof visitProgressSchema>

export const moveAtDeskSchema = z
  .object({
    version: versionSchema,
    current: instantSchema.describe('The current time of the visit, as the caller read it'),
    start: instantSchema.describe('The new time'),
    isAgreed: z.boolean().describe('The patient has already agreed; otherwise a mail asks for agreement'),
  })
  .meta({
    id: 'MoveAtDesk',
    example: {
      version: 0,
      current: '2040-03-06T09:00:00+03:00',
      start: '2040-03-07T09:00:00+03:00',
      isAgreed: true,
    },
  })
export type MoveAtDesk = z.infer<typeof moveAtDeskSchema>

export const cancelAtDeskSchema = z
  .object({
    state: z.enum(ORDER_STATES).describe('The order’s state as the caller read it'),
    reason: textSchema.min(SHORTEST_ENDING_REASON).max(LONGEST_ENDING_REASON),
    isAgreed: z.boolean().default(false).describe('Whether the patient has agreed; stored with the order'),
  })
  .meta({
    id: 'CancelAtDesk',
    example: { state: 'paid', reason: 'Asked for on the telephone.', isAgreed: true },
  })
export type CancelAtDesk = z.infer<typeof cancelAtDeskSchema>
export const cancelledAtDeskSchema = z
  .object({
    refund: z
      .enum(REFUND_STATES)
      .nullable()
      .describe(
        'null: nothing was paid; `requested`: a second person must agree, and the order stays as it is until then',
      ),
  })
  .meta({ id: 'CancelledAtDesk' })
export type CancelledAtDesk = z.infer<typeof cancelledAtDeskSchema>

/** Orders per page. */
export const FOUND_ORDERS = 50
/** The most rows of a list that has no pages: more are not looked through. */
export const LISTED = 200
export const orderSearchSchema = z
  .object({
    text: textSchema
      .min(SHORTEST_ORDER_SEARCH)
      .max(LONGEST_ORDER_SEARCH)
      .optional()
      .describe('An order number, a telephone number, an e-mail address or a name'),
    state: z.enum(ORDER_STATES).optional(),
    dateOf: z
      .enum(ORDER_DATES)
      .default('order')
      .describe('Which date the days refer to and the orders are sorted by'),
    from: askedDateSchema.optional().describe('Day in the business zone'),
    to: askedDateSchema.optional().describe('The last day'),
    before: personalIdSchema.optional().describe('The last order of the previous page'),
  })
  // Each order shown is recorded with the person who saw it. A search without any criterion, which would show all,
  // is refused.
  .refine(({ text, state, from, to }) => [text, state, from, to].some((given) => given !== undefined), {
    path: ['text'],
    message: 'a text, a state or a day is required',
  })
  .meta({ id: 'OrderSearch', example: { text: '1000071' } })
export type OrderSearch = z.infer<typeof orderSearchSchema>
export const foundOrderSchema = z
  .object({
    id: personalIdSchema,
    number: z.string(),
    state: z.enum(ORDER_STATES),
    createdAt: instantSchema,
    visitStart: instantSchema,
    laboratoryId: catalogueIdSchema,
    patientNames: z.array(z.string()),
    total: wireMoneySchema.nullable().describe('null: the role has nothing to do with money'),
  })
  .meta({ id: 'FoundOrder' })
export type FoundOrder = z.infer<typeof foundOrderSchema>

export const testSchema = z.object({ code: z.string().nullable(), name: z.string() })
/** A container that samples are taken into. */
export const visitContainerSchema = z.object({
  id: catalogueIdSchema,
  name: z.string(),
  count: z.int().describe('How many are filled'),
  millilitres: z.number().nullable().describe('Blood in all of them together; null: none, or not stated'),
  testCount: z.int().describe('How many tests share it'),
  isBrought: z.boolean().describe('The patient brings it'),
})

export const deskOrderSchema = z
  .object({
    id: personalIdSchema,
    number: z.string(),
    state: z.enum(ORDER_STATES),
    createdAt: instantSchema,
    expiresAt: instantSchema.nullable().describe('Until when it awaits payment'),
    locale: localeSchema.describe('The patient’s language'),
    isRestricted: z
      .boolean()
      .describe('The owner’s data is kept but not used: actions that use it are refused'),
    visit: z.object({
      state: z.enum(VISIT_STATES),
      version: z.int(),
      kind: z.enum(VISIT_KINDS),
      start: instantSchema,
      end: instantSchema,
      movedFrom: instantSchema
        .nullable()
        .describe('The previous time, while the patient has not agreed to the new one'),
      regionName: z.string().nullable(),
      address: visitAddressSchema
        .nullable()
        .describe('null: at the laboratory, or the role has nothing to do with visits'),
      phone: z.string().nullable().describe('The number to call at the door; null if the address is null'),
    }),
    laboratory: z.object({ id: catalogueIdSchema, city: z.string(), address: z.string() }),
    contact: z
      .object({ email: z.string().nullable(), phone: z.string().nullable() })
      .nullable()
      .describe('null: the role may not contact the owner'),
    patients: z.array(
      z.object({
        patientId: personalIdSchema,
        name: z.string(),
        gender: wireGenderSchema.nullable().describe('null if the date of birth is null'),
        dateOfBirth: dateSchema.nullable().describe('null: the role has nothing to do with the person'),
        pregnant: z
          .boolean()
          .nullable()
          .describe('null if the tests are null, since it matters only for them'),
        analysisCount: z.int(),
        tests: z
          .array(testSchema)
          .nullable()
          .describe('null: neither the role nor the patient’s consent gives access to them'),
        containers: z
          .array(visitContainerSchema)
          .nullable()
          .describe('In order of draw; null if the tests are null, since containers reveal them'),
        specimens: z
          .array(z.object({ containerId: catalogueIdSchema, label: z.string() }))
          .describe('Specimens in the containers shown'),
      }),
    ),
    testsConsent: testsConsentSchema,
    total: wireMoneySchema.nullable().describe('null if the payment is null'),
    payment: z
      .object({
        id: personalIdSchema.nullable().describe('The payment that has this state'),
        state: z.enum(PAYMENT_STATES),
        refundDue: z.boolean(),
        // The previous release may leave it out.
        received: wireMoneySchema
          .optional()
          .describe('Everything received, including a second or late payment'),
        refunds: refundsSchema,
      })
      .nullable()
      .describe('null: the role has nothing to do with money'),
    mails: z
      .array(
        z.object({
          id: personalIdSchema,
          kind: z.enum(ORDER_MAILS),
          state: z
            .enum(['waiting', 'sent', 'refused', 'failed', 'dropped'])
            .describe(
              '`refused`: permanently refused by the mail server; `failed`: given up; `dropped`: no longer relevant',
            ),
          queuedAt: instantSchema,
          endedAt: instantSchema.nullable().describe('When it was sent, refused or dropped'),
          to: z.string().nullable().describe('The address, of which only the first letter is shown'),
          mayRepeat: z.boolean(),
        }),
      )
      .describe('Newest first'),
    history: z
      .array(
        z.object({
          at: instantSchema,
          kind: z.enum([
            ...ORDER_STATES,
            ...DESK_EVENTS,
            'refundDue',
            'visitMoved',
            'visitAgreed',
            'testsGranted',
            'testsRefused',
            'testsWithdrawn',
          ]),
          by: z.string().nullable().describe('The member of staff; null: the patient or a system'),
          text: z
            .string()
            .nullable()
            .describe('A note, or the reason for looking at tests, if the role may look at them'),
          isAgreed: z
            .boolean()
            .nullable()
            .describe(
              'Whether the patient had agreed to a move or cancellation by the desk; null: not recorded',
            ),
        }),
      )
      .describe('Newest first'),
  })
  .meta({ id: 'DeskOrder' })
export type DeskOrder = z.infer<typeof deskOrderSchema>

export const orderPresenceSchema = z
  .object({
    others: z.array(z.string()).describe('Names of colleagues who have the order open'),
    state: z.enum(ORDER_STATES),
    version: z.int().describe('The visit’s current version'),
    // Needed besides the version: a patient who moves a visit, or agrees to a move, does not change it.
    // The previous release may leave both out.
    start: instantSchema.optional().describe('The time of the visit'),
    isUnagreed: z.boolean().optional().describe('Moved, and the patient has not agreed yet'),
  })
  .meta({ id: 'OrderPresence' })
export type OrderPresence = z.infer<typeof orderPresenceSchema>

export const orderNoteSchema = z
  .object({ text: textSchema.min(1).max(LONGEST_ORDER_NOTE) })
  .meta({ id: 'OrderNote', example: { text: 'Comes with a wheelchair: ground floor.' } })
export const openTestsSchema = z
  .object({ reason: textSchema.min(SHORTEST_OPENING_REASON).max(LONGEST_OPENING_REASON) })
  .meta({
    id: 'OpenTests',
    example: { reason: 'The patient asks on the phone whether iron is in the order.' },
  })
export const openedTestsSchema = z
  .object({ patients: z.array(z.object({ patientId: personalIdSchema, tests: z.array(testSchema) })) })
  .meta({ id: 'OpenedTests' })
