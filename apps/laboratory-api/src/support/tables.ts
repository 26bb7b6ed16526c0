import { LOCALES } from '@shop/domain/locale'
import { isNotNull, isNull } from 'drizzle-orm'
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

/** Questions to the support: the first words of each, and how far it is. */
export const supportMessages = laboratorySchema.table(
  'support_message',
  {
    id: uuid().notNull(),
    /** What people quote: `S-` and eight letters or digits. */
    reference: text().notNull(),
    /** Account of the sender; null: a guest. */
    userId: uuid('user_id'),
    ownerId: ownerId(),
    name: text().notNull(),
    email: text().notNull(),
    /** As the release before wrote it; empty: it is sealed. */
    message: text().notNull(),
    sealedMessage: text('sealed_message'),
    orderNumber: text('order_number'),
    locale: text({ enum: LOCALES }).notNull(),
    createdAt: instant('created_at').notNull(),
    /** Who of the desk has it; their rows stay for good. */
    assigneeId: uuid('assignee_id'),
    /** When the desk answered last; null: never. Later words of the sender wait again. */
    answeredAt: instant('answered_at'),
    /** The first word of the sender that nobody has answered, where it is not the first of all. */
    askedAgainAt: instant('asked_again_at'),
    closedAt: instant('closed_at'),
    /** Counts what the desk and the sender did: who changes names the one that was read. */
    version: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.ownerId] }),
    uniqueIndex('support_message_reference_owner').on(table.reference, table.ownerId),
    index('support_message_user').on(table.userId),
    index('support_message_created').on(table.createdAt),
    index('support_message_assignee').on(table.assigneeId),
    // The desk's lists: what is open, and of what is closed the latest.
    index('support_message_open').on(table.createdAt).where(isNull(table.closedAt)),
    index('support_message_closed')
      .on(table.closedAt.desc().nullsFirst(), table.id)
      .where(isNotNull(table.closedAt)),
  ],
)
export type SupportMessageRow = typeof supportMessages.$inferSelect
export type StoredQuestion = Pick<SupportMessageRow, 'id' | 'message' | 'sealedMessage'>

/** A row of a question is its owner's. */
const ofQuestion = (name: string, table: Record<'messageId' | 'ownerId', PgColumn>) =>
  foreignKey({
    name,
    columns: [table.messageId, table.ownerId],
    foreignColumns: [supportMessages.id, supportMessages.ownerId],
  }).onDelete('cascade')

/** What was said after the first words. */
export const supportEntries = laboratorySchema.table(
  'support_entry',
  {
    id: uuid().notNull(),
    /** The order of what was said. */
    serial: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    messageId: uuid('message_id').notNull(),
    ownerId: ownerId(),
    /** Who answered; null: the sender. */
    staffId: uuid('staff_id').references(() => staffAccounts.id),
    /** As the release before wrote it; empty: it is sealed. */
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

/** By which a guest, who has no account to do it in, writes on where an answer was mailed. */
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
