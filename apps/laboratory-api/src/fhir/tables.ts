import { REFUSAL_REASONS, REFUSED_REPORT_SOURCES, REFUSED_REPORT_STATES } from '@shop/domain/laboratory-desk'
import {
  foreignKey,
  index,
  integer,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { orderLines } from '../orders/tables.ts'
import { laboratorySchema, ownerId } from '../schema.ts'

export const REQUEST_STATUSES = ['active', 'completed', 'revoked'] as const
export type RequestStatus = (typeof REQUEST_STATUSES)[number]

/**
 * What laboratories search: a row for each ordered analysis that they may know of, from its payment on. Maintained by
 * triggers on orders and analysis results (`note_service_requests`), so that no change and no release can forget it.
 */
export const serviceRequests = laboratorySchema.table(
  'service_request',
  {
    orderId: uuid('order_id').notNull(),
    ownerId: ownerId(),
    position: integer().notNull(),
    laboratoryId: integer('laboratory_id').notNull(),
    status: text({ enum: REQUEST_STATUSES }).notNull(),
    /** When the order's state or its result last changed, whichever was later. */
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position, table.ownerId] }),
    foreignKey({
      name: 'service_request_order_line',
      columns: [table.orderId, table.position, table.ownerId],
      foreignColumns: [orderLines.orderId, orderLines.position, orderLines.ownerId],
    })
      .onDelete('cascade')
      .onUpdate('cascade'),
    index('service_request_change').on(table.changedAt, table.orderId, table.position),
    index('service_request_status').on(table.status, table.orderId, table.position),
    index('service_request_status_change').on(table.status, table.changedAt, table.orderId, table.position),
  ],
)

/**
 * Reports of laboratories that the interface refused, so that no finding about a patient is lost: kept as they arrived,
 * until a member of staff has them accepted or sets them aside.
 */
export const refusedReports = laboratorySchema.table(
  'refused_report',
  {
    id: uuid().primaryKey(),
    /** The system that sent it; no foreign key, since the sandbox's has no row. */
    clientId: text('client_id').notNull(),
    /** Keyed digest of the content (plain SHA-256 in earlier releases): a repeated report is only counted. */
    contentHash: text('content_hash').notNull(),
    source: text({ enum: REFUSED_REPORT_SOURCES }).notNull(),
    /** The laboratories it may belong to: those of the orders it names, else the sender's; null: any laboratory. */
    laboratoryIds: integer('laboratory_ids').array(),
    orderNumber: text('order_number'),
    reasons: text({ enum: REFUSAL_REASONS }).array().notNull(),
    /** The body exactly as it was sent. */
    sealedContent: text('sealed_content').notNull(),
    /** The issues reported to the sender, as JSON: they may name what was measured. */
    sealedIssues: text('sealed_issues').notNull(),
    firstAt: timestamp('first_at', { withTimezone: true }).notNull(),
    lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
    times: integer().notNull().default(1),
    state: text({ enum: REFUSED_REPORT_STATES }).notNull(),
    /** Why it was set aside. */
    sealedNote: text('sealed_note'),
    /** The member of staff who last changed it. */
    changedBy: uuid('changed_by'),
    changedAt: timestamp('changed_at', { withTimezone: true }),
    version: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('refused_report_content').on(table.clientId, table.contentHash),
    index('refused_report_state').on(table.state, table.lastAt),
    // For the sweep.
    index('refused_report_changed').on(table.changedAt),
  ],
)
export type RefusedReportRow = typeof refusedReports.$inferSelect
