import { CURRENCIES } from '@shop/domain/money'
import {
  ATTEMPT_STATES,
  PAYMENT_EVENT_SOURCES,
  PAYMENT_KINDS,
  PAYMENT_PROVIDERS,
  VERDICTS,
} from '@shop/domain/payment-states'
import { OUTSIDE_WAYS, REFUND_ORIGINS, REFUND_STATES } from '@shop/domain/refunds'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { ofOrder } from '../is-of-order.ts'
import { instant, laboratorySchema, ownerId } from '../schema.ts'
import { staffAccounts } from '../staff/tables.ts'

/**
 * One try to have an order paid: one page of the provider. Its id is our reference at the provider. Changed only while
 * the order's row is locked, except when its page is stored. `amount` is in minor units.
 */
export const paymentAttempts = laboratorySchema.table(
  'payment_attempt',
  {
    id: uuid().notNull(),
    orderId: uuid('order_id').notNull(),
    ownerId: ownerId(),
    provider: text({ enum: PAYMENT_PROVIDERS }).notNull(),
    state: text({ enum: ATTEMPT_STATES }).notNull(),
    amount: integer().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    test: boolean().notNull(),
    /** The provider's token of its page; null until the provider has answered. */
    token: text(),
    redirectUrl: text('redirect_url'),
    expiresAt: instant('expires_at').notNull(),
    paidAt: instant('paid_at'),
    /** When the provider said that nothing more can happen on its page; until then it is queried. */
    closedAt: instant('closed_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.ownerId] }),
    ofOrder('payment_attempt_order', table).onDelete('cascade'),
    index('payment_attempt_order').on(table.orderId, table.id),
    uniqueIndex('payment_attempt_living')
      .on(table.orderId, table.ownerId)
      .where(sql`${table.state} in ('created', 'redirected')`),
    uniqueIndex('payment_attempt_token_owner').on(table.provider, table.token, table.ownerId),
    index('payment_attempt_time').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('payment_attempt_state').on(
      table.state,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('payment_attempt_open').on(table.expiresAt).where(sql`${table.closedAt} is null`),
  ],
)
export type AttemptRow = typeof paymentAttempts.$inferSelect

/** Money received, once per transaction of the provider: this key is what makes settling happen once. */
export const paymentTransactions = laboratorySchema.table(
  'payment_transaction',
  {
    id: uuid().notNull(),
    provider: text({ enum: PAYMENT_PROVIDERS }).notNull(),
    transactionId: text('transaction_id').notNull(),
    attemptId: uuid('attempt_id').notNull(),
    orderId: uuid('order_id').notNull(),
    ownerId: ownerId(),
    amount: integer().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    /** `settled` paid the order; `second` and `late` must be refunded. */
    kind: text({ enum: PAYMENT_KINDS }).notNull(),
    receivedAt: instant('received_at').notNull(),
    refundedAt: instant('refunded_at'),
    /** Since when a process is about to refund it. */
    refundClaimedAt: instant('refund_claimed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.ownerId] }),
    ofOrder('payment_transaction_order', table).onDelete('cascade'),
    foreignKey({
      name: 'payment_transaction_of_attempt',
      columns: [table.attemptId, table.ownerId],
      foreignColumns: [paymentAttempts.id, paymentAttempts.ownerId],
    })
      .onDelete('cascade')
      .onUpdate('cascade'),
    uniqueIndex('payment_transaction_key_owner').on(table.provider, table.transactionId, table.ownerId),
    uniqueIndex('payment_transaction_settles')
      .on(table.orderId, table.ownerId)
      .where(sql`${table.kind} = 'settled'`),
    index('payment_transaction_order').on(table.orderId),
    index('payment_transaction_attempt').on(table.attemptId),
    index('payment_transaction_time').on(table.receivedAt),
    index('payment_transaction_due')
      .on(table.attemptId)
      .where(sql`${table.kind} <> 'settled' and ${table.refundedAt} is null`),
  ],
)
export type TransactionRow = typeof paymentTransactions.$inferSelect

/** A refund that the provider had reported as made, and that failed afterwards. Instants in ISO form. */
export interface RefundReversal {
  /** The provider's id of the refund. */
  refundId: string
  /** When it went into the books as made. */
  doneAt: string
  /** When the books noted that the money had come back. */
  failedAt: string
}

/**
 * A refund, of the whole payment or a part. Changed only under the order's lock, except for `failure`, `sendKey` and
 * the provider's id of one that it has accepted.
 */
export const paymentRefunds = laboratorySchema.table(
  'payment_refund',
  {
    id: uuid().notNull(),
    transactionId: uuid('transaction_id').notNull(),
    ownerId: ownerId(),
    /** Minor units of the payment's currency. */
    amount: integer().notNull(),
    state: text({ enum: REFUND_STATES }).notNull(),
    /** Counts the changes: a change names the version it is based on. */
    version: integer().notNull(),
    /** The paid order ends with it, and its place is freed. */
    endsOrder: boolean('ends_order').notNull(),
    origin: text({ enum: REFUND_ORIGINS }).notNull(),
    /**
     * The words of the person who asked, as the previous release stored them; empty: they are sealed; null: none, or
     * the account is erased.
     */
    reason: text(),
    sealedReason: text('sealed_reason'),
    requestedBy: uuid('requested_by').references(() => staffAccounts.id),
    requestedAt: instant('requested_at').notNull(),
    /** The second person. */
    decidedBy: uuid('decided_by').references(() => staffAccounts.id),
    /** When it was approved or declined; if no one had to agree, when it was requested. */
    decidedAt: instant('decided_at'),
    /**
     * By which the provider recognises a repetition; null: the refund's id. It changes with each refusal, which the
     * provider keeps under the key.
     */
    sendKey: uuid('send_key'),
    /**
     * The provider's id of the refund, if it gives one. While the refund is approved: the provider has accepted it, and
     * is asked what became of it.
     */
    providerRefundId: text('provider_refund_id'),
    /** Why the provider has not taken it: a word or a status. */
    failure: text(),
    doneAt: instant('done_at'),
    /** How often it was made and failed afterwards: the books keep both movements. */
    reversals: jsonb().$type<RefundReversal[]>().notNull().default([]),
    /**
     * How it was paid without the provider; null: through the provider. While this is set and the refund is not done, a
     * second person must agree, and nothing is sent.
     */
    outsideWay: text('outside_way', { enum: OUTSIDE_WAYS }),
    /** Of the transfer, or of the receipt that was signed for the cash. */
    outsideReference: text('outside_reference'),
    /** Who recorded it. */
    outsideBy: uuid('outside_by').references(() => staffAccounts.id),
    outsideAt: instant('outside_at'),
    /** The second person. */
    outsideSecondedBy: uuid('outside_seconded_by').references(() => staffAccounts.id),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.ownerId] }),
    foreignKey({
      name: 'payment_refund_of_transaction',
      columns: [table.transactionId, table.ownerId],
      foreignColumns: [paymentTransactions.id, paymentTransactions.ownerId],
    })
      .onDelete('cascade')
      .onUpdate('cascade'),
    index('payment_refund_transaction').on(table.transactionId),
    // Reasons that are not sealed yet; once all are, the index is empty.
    index('payment_refund_clear')
      .on(table.id)
      .where(sql`${table.sealedReason} is null and ${table.reason} <> ''`),
    index('payment_refund_open')
      .on(table.requestedAt)
      .where(sql`${table.state} in ('requested', 'approved')`),
    index('payment_refund_done').on(table.doneAt),
    index('payment_refund_of_provider').on(table.providerRefundId),
    index('payment_refund_reversed').on(table.id).where(sql`${table.reversals} <> '[]'`),
    index('payment_refund_requested_by').on(table.requestedBy),
    index('payment_refund_decided_by').on(table.decidedBy),
    index('payment_refund_outside_by').on(table.outsideBy),
    index('payment_refund_outside_seconded_by').on(table.outsideSecondedBy),
    check('payment_refund_outside', sql`${table.outsideSecondedBy} <> ${table.outsideBy}`),
    check('payment_refund_amount', sql`${table.amount} > 0`),
    check('payment_refund_second_person', sql`${table.decidedBy} <> ${table.requestedBy}`),
  ],
)
export type RefundRow = typeof paymentRefunds.$inferSelect

/** What a provider reported, and our verdict. The body is stored without the card holder's data. */
export const paymentEvents = laboratorySchema.table(
  'payment_event',
  {
    id: uuid().notNull(),
    provider: text({ enum: PAYMENT_PROVIDERS }).notNull(),
    source: text({ enum: PAYMENT_EVENT_SOURCES }).notNull(),
    /** The provider's own id of the event, where it has one: a second delivery is not recorded again. */
    providerEventId: text('provider_event_id'),
    attemptId: uuid('attempt_id'),
    ownerId: ownerId(),
    verdict: text({ enum: VERDICTS }).notNull(),
    body: text().notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.ownerId] }),
    uniqueIndex('payment_event_provider_event_owner').on(
      table.provider,
      table.providerEventId,
      table.ownerId,
    ),
    index('payment_event_attempt').on(table.attemptId),
    index('payment_event_time').on(table.receivedAt),
    index('payment_event_alarming')
      .on(table.receivedAt)
      .where(sql`${table.verdict} in ('mismatch', 'unknownAttempt')`),
  ],
)
