import { foreignKey, index, integer, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { orderLines } from '../orders/tables.ts'
import { laboratorySchema } from '../schema.ts'

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
    position: integer().notNull(),
    laboratoryId: integer('laboratory_id').notNull(),
    status: text({ enum: REQUEST_STATUSES }).notNull(),
    /** Of the order's state or of its result, whichever was later. */
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position] }),
    foreignKey({
      name: 'service_request_order_line',
      columns: [table.orderId, table.position],
      foreignColumns: [orderLines.orderId, orderLines.position],
    }).onDelete('cascade'),
    index('service_request_change').on(table.changedAt, table.orderId, table.position),
    index('service_request_status').on(table.status, table.orderId, table.position),
    index('service_request_status_change').on(table.status, table.changedAt, table.orderId, table.position),
  ],
)
