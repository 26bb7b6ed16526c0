import { DESK_EVENTS } from '@shop/contract/desk'
import { VISIT_STATES } from '@shop/domain/visit-progress'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { ofOrder } from '../is-of-order.ts'
import { instant, laboratorySchema, ownerId } from '../schema.ts'
import { staffAccounts } from '../staff/tables.ts'

/** The progress of an order's visit at the desk; no row: no step yet. Written under the order's lock. */
export const visitProgress = laboratorySchema.table(
  'visit_progress',
  {
    orderId: uuid('order_id').notNull(),
    ownerId: ownerId(),
    state: text({ enum: VISIT_STATES }).notNull(),
    /** Counts the changes; a caller names the version it has read. */
    version: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.ownerId] }),
    ofOrder('visit_progress_order', table).onDelete('cascade'),
  ],
)

/** The desk's actions on an order, and its notes. */
export const deskEvents = laboratorySchema.table(
  'desk_event',
  {
    id: uuid().notNull(),
    /** The order of events; neither time nor a UUID orders within a millisecond. */
    serial: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    orderId: uuid('order_id').notNull(),
    ownerId: ownerId(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staffAccounts.id),
    kind: text({ enum: DESK_EVENTS }).notNull(),
    /** A note or a reason in clear text, from the previous release; empty: sealed; null once the account is erased. */
    text: text(),
    sealedText: text('sealed_text'),
    /** Moved or cancelled: whether the patient had agreed; null: from before this was stored, or of another kind. */
    isAgreed: boolean('is_agreed'),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.ownerId] }),
    ofOrder('desk_event_order', table).onDelete('cascade'),
    index('desk_event_order').on(table.orderId, table.serial),
    index('desk_event_staff').on(table.staffId),
    // Rows that are not yet sealed; empty once all are.
    index('desk_event_clear').on(table.id).where(sql`${table.sealedText} is null and ${table.text} <> ''`),
  ],
)

export type StoredDeskWords = Pick<typeof deskEvents.$inferSelect, 'id' | 'text' | 'sealedText'>

/** Labels of the tubes that were taken, each unique in the whole network. */
export const takenSpecimens = laboratorySchema.table(
  'taken_specimen',
  {
    label: text().notNull(),
    orderId: uuid('order_id').notNull(),
    ownerId: ownerId(),
    patientId: uuid('patient_id').notNull(),
    /** Id of the material. */
    containerId: integer('container_id').notNull(),
    takenAt: instant('taken_at').notNull(),
  },
  (table) => [
    ofOrder('taken_specimen_order', table).onDelete('cascade'),
    primaryKey({ columns: [table.label, table.ownerId] }),
    index('taken_specimen_order').on(table.orderId),
  ],
)

/** Which staff have an order open; renewed while the page is open, and soon out of date. */
export const orderPresence = laboratorySchema.table(
  'order_presence',
  {
    orderId: uuid('order_id').notNull(),
    ownerId: ownerId(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staffAccounts.id, { onDelete: 'cascade' }),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [
    ofOrder('order_presence_order', table).onDelete('cascade'),
    primaryKey({ columns: [table.orderId, table.staffId, table.ownerId] }),
    index('order_presence_staff').on(table.staffId),
    index('order_presence_seen').on(table.seenAt),
  ],
)
