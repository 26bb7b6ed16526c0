import { REFUSAL_REASONS, REFUSED_REPORT_STATES } from '@shop/domain/laboratory-desk'
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
 * What laboratories search by: a row for each ordered analysis that they may know of, from its payment on. Kept by triggers
 * of orders and analysis results (`note_service_requests`), so that no change and no release can forget it.
 */
export const serviceRequests = laboratorySchema.table(
  'service_request',
  {
    orderId: uuid('order_id').notNull(),
    ownerId: ownerId(),
    position: integer().notNull(),
    laboratoryId: integer('laboratory_id').notNull(),
    status: text({ enum: REQUEST_STATUSES }).notNull(),
    /** Of the order's state or of its result, whichever was later. */
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
 * What the interface refused of a laboratory's reports, so that nothing is lost that was found of somebody: kept as it came,
 * until somebody at the desk has had it taken or put aside.
 */
export const refusedReports = laboratorySchema.table(
  'refused_report',
  {
    id: uuid().primaryKey(),
    /** The system that sent it; no foreign key, since the sandbox's has no row. */
    clientId: text('client_id').notNull(),
    /** SHA-256 of the content, hex: what comes again is counted. */
    contentHash: text('content_hash').notNull(),
    source: text({ enum: ['fhir', 'hl7v2'] }).notNull(),
    /** Whose it may be: the laboratories of the orders that it names, else the sender's; null: any laboratory's. */
    laboratoryIds: integer('laboratory_ids').array(),
    orderNumber: text('order_number'),
    reasons: text({ enum: REFUSAL_REASONS }).array().notNull(),
    /** What was sent, letter by letter. */
    sealedContent: text('sealed_content').notNull(),
    /** What the sender was told, as JSON: it may name what was measured. */
    sealedIssues: text('sealed_issues').notNull(),
    firstAt: timestamp('first_at', { withTimezone: true }).notNull(),
    lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
    times: integer().notNull().default(1),
    state: text({ enum: REFUSED_REPORT_STATES }).notNull(),
    /** Why it was put aside. */
    sealedNote: text('sealed_note'),
    /** Who of the desk did the last thing with it. */
    changedBy: uuid('changed_by'),
    changedAt: timestamp('changed_at', { withTimezone: true }),
    version: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('refused_report_content').on(table.clientId, table.contentHash),
    index('refused_report_state').on(table.state, table.lastAt),
    // What the sweep looks for.
    index('refused_report_changed').on(table.changedAt),
  ],
)
export type RefusedReportRow = typeof refusedReports.$inferSelect
