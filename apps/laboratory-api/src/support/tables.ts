import { LOCALES } from '@shop/domain/locale'
import { isNotNull, isNull, sql } from 'drizzle-orm'
import {
  bigint,
  foreignKey,
  index,
  integer,
  type PgColumn,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant, laboratorySchema, ownerId } from '../schema.ts'
import { staffAccounts } from '../staff/tables.ts'

/** Questions to the support: the first message of each, and its state. */
export const supportMessages = laboratorySchema.table(
  'support_message',
  {
    id: uuid().notNull(),
    /** What people quote: `S-` and eight letters or digits. */
    reference: text().notNull(),
    /** The sender's account; null: a guest. */
    userId: uuid('user_id'),
    ownerId: ownerId(),
    name: text().notNull(),
    email: text().notNull(),
    /** Clear text was written by the previous release. Empty: sealed. */
    message: text().notNull(),
    sealedMessage: text('sealed_message'),
    orderNumber: text('order_number'),
    locale: text({ enum: LOCALES }).notNull(),
    createdAt: instant('created_at').notNull(),
    /** The member of staff who handles it; staff rows are never deleted. */
    assigneeId: uuid('assignee_id'),
    /** When the desk answered last; null: never. Later replies of the sender wait for an answer again. */
    answeredAt: instant('answered_at'),
    /** When the sender wrote the first reply that has no answer yet; the first message does not count. */
    askedAgainAt: instant('asked_again_at'),
    closedAt: instant('closed_at'),
    /** Counts the changes by the desk and the sender; each change must name the version that was read. */
    version: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.ownerId] }),
    uniqueIndex('support_message_reference_owner').on(table.reference, table.ownerId),
    index('support_message_user').on(table.userId),
    // For the desk's search.
    index('support_message_email').on(table.email),
    index('support_message_order')
      .on(sql`regexp_replace(${table.orderNumber}, '\\D', '', 'g')`)
      .where(isNotNull(table.orderNumber)),
    index('support_message_created').on(table.createdAt),
    index('support_message_assignee').on(table.assigneeId),
    // For the desk's lists: open questions, and the latest closed ones.
    index('support_message_open').on(table.createdAt).where(isNull(table.closedAt)),
    index('support_message_closed')
      .on(table.closedAt.desc().nullsFirst(), table.id)
      .where(isNotNull(table.closedAt)),
  ],
)
export type SupportMessageRow = typeof supportMessages.$inferSelect
export type StoredQuestion = Pick<SupportMessageRow, 'id' | 'message' | 'sealedMessage'>

/** Links a row to a question and its owner. */
const ofQuestion = (name: string, table: Record<'messageId' | 'ownerId', PgColumn>) =>
  foreignKey({
    name,
    columns: [table.messageId, table.ownerId],
    foreignColumns: [supportMessages.id, supportMessages.ownerId],
  }).onDelete('cascade')

/** The entries after the first message. */
export const supportEntries = laboratorySchema.table(
  'support_entry',
  {
    id: uuid().notNull(),
    /** The order of the entries. */
    serial: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    messageId: uuid('message_id').notNull(),
    ownerId: ownerId(),
    /** Who answered; null: the sender. */
    staffId: uuid('staff_id').references(() => staffAccounts.id),
    /** Clear text was written by the previous release. Empty: sealed. */
    text: text().notNull(),
    sealedText: text('sealed_text'),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.ownerId] }),
    ofQuestion('support_entry_question', table),
    index('support_entry_message').on(table.messageId, table.serial),
    index('support_entry_staff').on(table.staffId),
  ],
)

export type StoredEntry = Pick<typeof supportEntries.$inferSelect, 'id' | 'text' | 'sealedText'>

/** The links in answers by which guests, who have no account, can reply. */
export const supportLinks = laboratorySchema.table(
  'support_link',
  {
    id: uuid().notNull(),
    messageId: uuid('message_id').notNull(),
    ownerId: ownerId(),
    tokenHash: text('token_hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.ownerId] }),
    ofQuestion('support_link_question', table),
    uniqueIndex('support_link_token_owner').on(table.tokenHash, table.ownerId),
    index('support_link_message').on(table.messageId),
    index('support_link_expiry').on(table.expiresAt),
  ],
)
