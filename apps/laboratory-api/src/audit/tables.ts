import { AUDIT_ACTIONS, AUDIT_ACTORS } from '@shop/contract/staff'
import { isNotNull } from 'drizzle-orm'
import { index, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { laboratorySchema } from '../schema.ts'

/**
 * Who read or changed health data, and when. Rows are only ever inserted; they contain ids, never content.
 * Partitioned by month in UTC, which is stated in the migration and unknown to drizzle: old months are deleted by
 * dropping their partition (`audit-months.ts`).
 */
export const auditEntries = laboratorySchema.table(
  'audit_entry',
  {
    id: uuid().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    requestId: text('request_id').notNull(),
    // No foreign key: the entry outlives the account.
    userId: uuid('user_id'),
    /** For the laboratory's systems: which one. */
    clientId: text('client_id'),
    /** For the desk: the member of staff. No foreign key, for the same reason. */
    staffId: uuid('staff_id'),
    actor: text({ enum: AUDIT_ACTORS }).notNull(),
    action: text({ enum: AUDIT_ACTIONS }).notNull(),
    kind: text().notNull(),
    objectId: text('object_id'),
  },
  (table) => [
    // The primary key of a partitioned table must include the partition column.
    primaryKey({ name: 'audit_entry_key', columns: [table.id, table.at] }),
    index('audit_entry_user').on(table.userId, table.at),
    index('audit_entry_staff').on(table.staffId, table.id).where(isNotNull(table.staffId)),
    index('audit_entry_object').on(table.kind, table.objectId),
    index('audit_entry_kind').on(table.kind, table.action, table.id),
    // A few pages for millions of rows: old entries are found by it.
    index('audit_entry_at').using('brin', table.at),
  ],
)
