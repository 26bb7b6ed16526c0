import { CURRENCIES } from '@shop/domain/money'
import { ATTEMPT_STATES } from '@shop/domain/payment-states'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { orders } from '../orders/tables.ts'
import { laboratorySchema } from '../schema.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true })
const PROVIDERS = ['bepaid', 'stripe'] as const
export type ProviderName = (typeof PROVIDERS)[number]

/**
 * One try to have an order paid: one page of the provider. Its id is our reference at the provider. Changed only
 * while the order's row is locked. `amount` is in minor units.
 */
export const paymentAttempts = laboratorySchema.table(
  'payment_attempt',
  {
    id: uuid().primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    provider: text({ enum: PROVIDERS }).notNull(),
    state: text({ enum: ATTEMPT_STATES }).notNull(),
    amount: integer().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    test: boolean().notNull(),
    /** The provider's name of its page; null until it has answered. */
    token: text(),
    redirectUrl: text('redirect_url'),
    expiresAt: instant('expires_at').notNull(),
    paidAt: instant('paid_at'),
    /** When the provider said that nothing more can happen on its page; until then it is asked. */
    closedAt: instant('closed_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('payment_attempt_order').on(table.orderId, table.id),
    uniqueIndex('payment_attempt_live')
      .on(table.orderId)
      .where(sql`${table.state} in ('created', 'redirected')`),
    uniqueIndex('payment_attempt_token').on(table.provider, table.token),
    index('payment_attempt_open').on(table.expiresAt).where(sql`${table.closedAt} is null`),
  ],
)
export type AttemptRow = typeof paymentAttempts.$inferSelect

/** Money that came, once per transaction of the provider: this key is what makes settling happen once. */
export const paymentTransactions = laboratorySchema.table(
  'payment_transaction',
  {
    id: uuid().primaryKey(),
    provider: text({ enum: PROVIDERS }).notNull(),
    transactionId: text('transaction_id').notNull(),
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => paymentAttempts.id, { onDelete: 'cascade' }),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    amount: integer().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    /** `settled` paid the order; `second` and `late` have to go back. */
    kind: text({ enum: ['settled', 'second', 'late'] }).notNull(),
    receivedAt: instant('received_at').notNull(),
    refundedAt: instant('refunded_at'),
    /** Since when somebody is about to give it back. */
    refundClaimedAt: instant('refund_claimed_at'),
  },
  (table) => [
    uniqueIndex('payment_transaction_key').on(table.provider, table.transactionId),
    uniqueIndex('payment_transaction_settled').on(table.orderId).where(sql`${table.kind} = 'settled'`),
    index('payment_transaction_order').on(table.orderId),
  ],
)
export type TransactionRow = typeof paymentTransactions.$inferSelect

export const VERDICTS = [
  'settled',
  'secondPayment',
  'latePayment',
  'repeated',
  'failedTry',
  'pageExpired',
  'waiting',
  'mismatch',
  'unknownAttempt',
  'forged',
  'ignored',
] as const
export type Verdict = (typeof VERDICTS)[number]

/** What a provider told us and what we made of it. The body is kept without the card holder's data. */
export const paymentEvents = laboratorySchema.table(
  'payment_event',
  {
    id: uuid().primaryKey(),
    provider: text({ enum: PROVIDERS }).notNull(),
    source: text({ enum: ['notification', 'query'] }).notNull(),
    /** The provider's own id of the event, where it has one: a second delivery is not worked on again. */
    providerEventId: text('provider_event_id'),
    attemptId: uuid('attempt_id'),
    verdict: text({ enum: VERDICTS }).notNull(),
    body: text().notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [
    uniqueIndex('payment_event_provider_event').on(table.provider, table.providerEventId),
    index('payment_event_attempt').on(table.attemptId),
    index('payment_event_time').on(table.receivedAt),
  ],
)
