import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AnalyserRequest } from './analyser/read-requests.ts'
import type { CheckoutRequest } from './payment/checkout-request.ts'

/** A separate schema, so that nothing of the shop can depend on these tables. */
export const sandbox = pgSchema('sandbox')

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const sequence = () => bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity()
const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** A payment page requested by a shop. Amounts are integer minor units. */
export const checkout = sandbox.table(
  'checkout',
  {
    token: text().primaryKey(),
    request: jsonb().$type<CheckoutRequest>().notNull(),
    state: text({ enum: ['open', 'successful', 'failed', 'expired'] }).notNull(),
    attemptsLeft: integer('attempts_left').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('checkout_open').on(table.expiresAt).where(sql`state = 'open'`)],
)
export type Checkout = typeof checkout.$inferSelect

/** Payments of a checkout, successful or not, and refunds of a payment. */
export const transaction = sandbox.table(
  'transaction',
  {
    uid: uuid().primaryKey(),
    seq: sequence(),
    token: text().references(() => checkout.token),
    parentUid: uuid('parent_uid'),
    type: text({ enum: ['payment', 'refund'] }).notNull(),
    status: text({ enum: ['successful', 'failed', 'pending'] }).notNull(),
    message: text().notNull(),
    amount: integer().notNull(),
    currency: text().notNull(),
    reason: text(),
    /** The header `RequestID` of a refund; a repeat with the same id is the same refund. */
    requestId: text('request_id').unique(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index().on(table.token), index().on(table.parentUid)],
)
export type Transaction = typeof transaction.$inferSelect

/** A notification to a shop, kept after delivery too. `held` waits for a call that releases it. */
export const notification = sandbox.table(
  'notification',
  {
    seq: sequence().primaryKey(),
    /** Null: the notification is about an expired checkout. */
    transactionUid: uuid('transaction_uid').references(() => transaction.uid),
    url: text().notNull(),
    body: text().notNull(),
    signature: text().notNull(),
    state: text({ enum: ['held', 'due', 'delivered', 'abandoned'] }).notNull(),
    tries: integer().notNull().default(0),
    lastStatus: integer('last_status'),
    nextTryAt: instant('next_try_at').notNull(),
  },
  (table) => [
    index().on(table.transactionUid),
    index('notification_due').on(table.nextTryAt).where(sql`state = 'due'`),
  ],
)
export type Notification = typeof notification.$inferSelect

/** A mail that arrived over SMTP. */
export const message = sandbox.table(
  'message',
  {
    id: uuid().primaryKey(),
    seq: sequence().unique(),
    receivedAt: instant('received_at').notNull(),
    sender: text().notNull(),
    /** The recipients of the SMTP envelope, in lower case: those who really get the mail. */
    recipients: text().array().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
  },
  (table) => [index().using('gin', table.recipients)],
)
export type Message = typeof message.$inferSelect

export const attachment = sandbox.table(
  'attachment',
  {
    messageId: uuid('message_id')
      .notNull()
      .references(() => message.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    filename: text().notNull(),
    contentType: text('content_type').notNull(),
    isText: boolean('is_text').notNull(),
    /** The id by which the mail's HTML refers to it as `cid:`; null: none. */
    contentId: text('content_id'),
    content: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.position] })],
)
export type Attachment = typeof attachment.$inferSelect

/**
 * A requested analysis in the instrument's memory. `plan`: final immediately, preliminary first, or corrected
 * later. `stage`: how far it is.
 */
export const analyserWork = sandbox.table(
  'analyser_work',
  {
    serviceRequestId: text('service_request_id').primaryKey(),
    orderNumber: text('order_number').notNull(),
    request: jsonb().$type<AnalyserRequest>().notNull(),
    /** The seed of the values. */
    seed: text().notNull(),
    plan: text({ enum: ['final', 'preliminaryFirst', 'correctedLater'] }).notNull(),
    stage: text({ enum: ['waiting', 'preliminary', 'final', 'corrected'] }).notNull(),
    sampledAt: instant('sampled_at').notNull(),
    changedAt: instant('changed_at').notNull(),
    /** Set while the next report is being sent, so that a repeat is identical, including its time. */
    issuedAt: instant('issued_at'),
  },
  (table) => [index().on(table.orderNumber), index().on(table.changedAt)],
)
export type AnalyserWork = typeof analyserWork.$inferSelect
