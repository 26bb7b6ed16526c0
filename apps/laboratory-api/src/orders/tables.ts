import { WIRE_GENDERS } from '@shop/contract/fields'
import { type Feedback, feedbackFromWire, feedbackToWire } from '@shop/contract/order-codec'
import type { FeedbackDetails, VisitAddress } from '@shop/contract/orders'
import { VISIT_KINDS } from '@shop/domain/laboratory'
import { LOCALES } from '@shop/domain/locale'
import { CURRENCIES } from '@shop/domain/money'
import { ORDER_LINE_KINDS } from '@shop/domain/order-line'
import { ORDER_STATES } from '@shop/domain/order-states'
import type { VisitQuestion } from '@shop/domain/visit-questions'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'
import type { Localised } from '../catalogue/localised.ts'
import { foldedName } from '../folded-name.ts'
import { ORDER_TABLE, ofOrder } from '../is-of-order.ts'
import { instant, laboratorySchema, ownerId } from '../schema.ts'

/** Contact details, stored with the names of every release. */
const storedFeedback = customType<{ data: Feedback; driverData: FeedbackDetails | string }>({
  dataType: () => 'jsonb',
  toDriver: (feedback) => JSON.stringify(feedbackToWire(feedback)),
  fromDriver: (stored) => feedbackFromWire(typeof stored === 'string' ? JSON.parse(stored) : stored),
})

export interface LaboratorySnapshot {
  city: Localised
  address: Localised
  /** Where mails about its orders are sent; null: nowhere. */
  email: string | null
  callable: boolean
}
export interface RegionSnapshot {
  id: number
  name: Localised
}
/** A container that the patient brings: not charged, so it is no line. */
export interface BroughtMaterial {
  id: number
  name: Localised
}
/** A container for a person's samples. */
export interface ContainerSnapshot {
  id: number
  name: Localised
  count: number
  /** In all of them; null: no blood, or the volume is unknown. */
  millilitres: number | null
  testCount: number
}
export interface ProfileSnapshot {
  /** Absent in orders from before it was stored. */
  id?: number
  name: string
  analysisIds: number[]
}
export interface PreparationSnapshot {
  fastingHours: number
  notes: Localised<readonly string[]>
  /** From the first sample to the last, for a test that takes several. */
  lastsMinutes?: number
  /** What the person is asked before the visit. */
  asks?: VisitQuestion[]
}

/**
 * An order: a snapshot that no later change of the catalogue or of a patient affects. Amounts are integer minor
 * units of `currency`. `state` changes only through `advanceOrder`, each time with a row of `order_history`.
 */
export const orders = laboratorySchema.table(
  ORDER_TABLE,
  {
    id: uuid().notNull(),
    serial: bigint({ mode: 'number' }).generatedAlwaysAsIdentity({ startWith: 10_000 }).notNull(),
    /** The serial with two check digits (ISO 7064, MOD 97-10): a mistyped number is never another order's. */
    number: text()
      .notNull()
      .generatedAlwaysAs(sql`(serial::text || lpad((98 - (serial * 100) % 97)::text, 2, '0'))`),
    /** Null once the account is erased. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    ownerId: ownerId(),
    idempotencyKey: text('idempotency_key').notNull(),
    /** SHA-256 of the request, hex: the same key with another body is refused. */
    requestHash: text('request_hash').notNull(),
    state: text({ enum: ORDER_STATES }).notNull(),
    locale: text({ enum: LOCALES }).notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    total: integer().notNull(),
    /** Null at a branch. */
    deliveryPrice: integer('delivery_price'),
    laboratoryId: integer('laboratory_id').notNull(),
    laboratory: jsonb().$type<LaboratorySnapshot>().notNull(),
    visitKind: text('visit_kind', { enum: VISIT_KINDS }).notNull(),
    visitStart: instant('visit_start').notNull(),
    visitEnd: instant('visit_end').notNull(),
    region: jsonb().$type<RegionSnapshot>(),
    address: jsonb().$type<VisitAddress>(),
    phone: text(),
    feedback: storedFeedback().notNull(),
    /** Until when it can be paid. */
    expiresAt: instant('expires_at').notNull(),
    /** Money has arrived that must be refunded: a second or a late payment. */
    refundDue: boolean('refund_due').notNull().default(false),
    /** Counts how often the visit was moved: calendars keep the entry with the highest number. */
    visitSequence: integer('visit_sequence').notNull().default(0),
    /** The time that the patient chose, until they agree to the one that the network gave instead. */
    visitMovedFrom: instant('visit_moved_from'),
    remindedAt: instant('reminded_at'),
    createdAt: instant('created_at').notNull(),
    /** Time of the last change of state or visit. */
    updatedAt: instant('updated_at').notNull(),
    /** When its retention ended and everything about people was removed; null: not yet. */
    erasedAt: instant('erased_at'),
    /** When its owner was notified of that in advance. */
    removalToldAt: instant('removal_told_at'),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.ownerId] }),
    uniqueIndex('customer_order_number_owner').on(table.number, table.ownerId),
    uniqueIndex('customer_order_repetition').on(table.ownerId, table.idempotencyKey),
    // Descending indexes are `nulls first`, as `order by … desc` is: otherwise the query could not use them.
    index('customer_order_user').on(table.userId, table.id.desc().nullsFirst()),
    index('customer_order_state').on(table.state, table.updatedAt),
    index('customer_order_waiting')
      .on(table.userId, table.id.desc().nullsFirst())
      .where(sql`${table.state} = 'awaitingPayment'`),
    index('customer_order_unpaid').on(table.expiresAt).where(sql`${table.state} = 'awaitingPayment'`),
    // A page of the desk's orders: by state, and by laboratory where the scope is limited, newest first.
    index('customer_order_state_created').on(table.state, table.createdAt, table.id),
    index('customer_order_state_visit').on(table.state, table.visitStart, table.id),
    index('customer_order_laboratory_created').on(table.laboratoryId, table.state, table.createdAt, table.id),
    index('customer_order_laboratory_state_visit').on(
      table.laboratoryId,
      table.state,
      table.visitStart,
      table.id,
    ),
    index('customer_order_laboratory_visit').on(table.laboratoryId, table.visitStart),
    // The same expression as in the desk's search.
    index('customer_order_phone')
      .on(sql`right(regexp_replace(${table.phone}, '\\D', '', 'g'), 9)`)
      .where(sql`${table.phone} is not null`),
    // For the retention sweep.
    index('customer_order_retained').on(table.updatedAt).where(sql`${table.erasedAt} is null`),
    index('customer_order_visit').on(table.visitStart).where(sql`${table.state} = 'paid'`),
  ],
)
export type OrderRow = typeof orders.$inferSelect

/** The people of an order as they were when it was made. */
export const orderPatients = laboratorySchema.table(
  'order_patient',
  {
    orderId: uuid('order_id').notNull(),
    ownerId: ownerId(),
    position: integer().notNull(),
    // No foreign key: the patient may be deleted, the order stays.
    patientId: uuid('patient_id').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    gender: text({ enum: WIRE_GENDERS }).notNull(),
    dateOfBirth: date('date_of_birth', { mode: 'string' }).notNull(),
    pregnant: boolean().notNull(),
    /** The decision per optional material: true = bought, false = the patient brings it. */
    optionalMaterials: jsonb('optional_materials').$type<Record<string, boolean>>().notNull(),
    broughtMaterials: jsonb('brought_materials').$type<BroughtMaterial[]>().notNull().default([]),
    /** In the order of draw; null in orders from before it was stored. */
    containers: jsonb().$type<ContainerSnapshot[]>(),
    subtotal: integer().notNull(),
    /** The profiles through which analyses were chosen. */
    profiles: jsonb().$type<ProfileSnapshot[]>().notNull().default([]),
  },
  (table) => [
    ofOrder('order_patient_order', table).onDelete('cascade'),
    primaryKey({ columns: [table.orderId, table.position, table.ownerId] }),
    uniqueIndex('order_patient_once').on(table.patientId, table.orderId, table.ownerId),
    index('order_patient_folded_name').on(sql`(${foldedName(table.lastName)}) text_pattern_ops`),
    // For searches of the previous release.
    index('order_patient_last_name').on(sql`lower(${table.lastName}) text_pattern_ops`),
  ],
)
export type OrderPatientRow = typeof orderPatients.$inferSelect

/** What is done and charged: analyses and materials of each patient. */
export const orderLines = laboratorySchema.table(
  'order_line',
  {
    orderId: uuid('order_id').notNull(),
    ownerId: ownerId(),
    position: integer().notNull(),
    patientId: uuid('patient_id').notNull(),
    kind: text({ enum: ORDER_LINE_KINDS }).notNull(),
    /** Id of the analysis or of the material. */
    itemId: integer('item_id').notNull(),
    /** The shop's code of an analysis; null for a material, as are the next three. */
    code: text(),
    loinc: text(),
    turnaroundDays: integer('exec_period'),
    preparation: jsonb().$type<PreparationSnapshot>(),
    name: jsonb().$type<Localised>().notNull(),
    quantity: integer().notNull(),
    /** Of the whole line. */
    price: integer().notNull(),
  },
  (table) => [
    ofOrder('order_line_order', table).onDelete('cascade'),
    primaryKey({ columns: [table.orderId, table.position, table.ownerId] }),
  ],
)
export type OrderLineRow = typeof orderLines.$inferSelect

export const ORDER_CAUSES = [
  'created',
  'paymentSettled',
  'latePayment',
  'secondPayment',
  'timeLimit',
  'patientRequest',
  'networkCancelled',
  'accountErased',
  'refund',
  'laboratorySystem',
  'samplesTaken',
  'visitMoved',
  'visitAgreed',
] as const
export type OrderCause = (typeof ORDER_CAUSES)[number]
export type OrderActor = 'user' | 'paymentProvider' | 'job' | 'laboratorySystem' | 'operator' | 'staff'

/**
 * Every change of an order with time, cause and actor. An entry with an unchanged state records a refund, due or made,
 * or a change of the visit.
 */
export const orderHistory = laboratorySchema.table(
  'order_history',
  {
    id: uuid().notNull(),
    /**
     * Sorts the entries of an order, which are written under its lock; neither time nor a UUID sorts within a
     * millisecond.
     */
    serial: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    orderId: uuid('order_id').notNull(),
    ownerId: ownerId(),
    state: text({ enum: ORDER_STATES }).notNull(),
    at: instant('at').notNull(),
    cause: text({ enum: ORDER_CAUSES }).notNull(),
    actor: text().$type<OrderActor>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.ownerId] }),
    ofOrder('order_history_order', table).onDelete('cascade'),
    index('order_history_order_serial').on(table.orderId, table.serial),
  ],
)

/** Mails about an order, each with the id of its job. The jobs themselves are deleted after some days. */
export const orderMails = laboratorySchema.table(
  'order_mail',
  {
    id: uuid().notNull(),
    orderId: uuid('order_id').notNull(),
    ownerId: ownerId(),
    template: text().notNull(),
    /** What the mail is built from besides the order's id: ids only. */
    data: jsonb().$type<Record<string, string | number | boolean | null>>().notNull(),
    queuedAt: instant('queued_at').notNull(),
    /** Null: it waits, or was given up. */
    outcome: text({ enum: ['sent', 'refused', 'dropped'] }),
    endedAt: instant('ended_at'),
    /** The address with only its first character and its domain; null once the account is erased. */
    sentTo: text('sent_to'),
    /** The mail that this one repeats: each is repeated at most once. */
    repeats: uuid(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.ownerId] }),
    ofOrder('order_mail_order', table).onDelete('cascade'),
    index('order_mail_order').on(table.orderId, table.queuedAt),
    uniqueIndex('order_mail_repeated').on(table.orderId, table.repeats, table.ownerId),
  ],
)
export type OrderMailRow = typeof orderMails.$inferSelect

/** Whether support may see the names of an order's tests: every request and every grant, as proof. */
export const testsConsents = laboratorySchema.table(
  'tests_consent',
  {
    id: uuid().notNull(),
    orderId: uuid('order_id').notNull(),
    ownerId: ownerId(),
    /** Null: the patient granted it unasked. */
    askedAt: instant('asked_at'),
    answeredAt: instant('answered_at'),
    isGranted: boolean('is_granted'),
    /** When the grant ends on its own. */
    endsAt: instant('ends_at'),
    /** When the patient withdrew the grant before that. */
    withdrawnAt: instant('withdrawn_at'),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.ownerId] }),
    ofOrder('tests_consent_order', table).onDelete('cascade'),
    index('tests_consent_order').on(table.orderId, table.id),
  ],
)
export type TestsConsentRow = typeof testsConsents.$inferSelect
