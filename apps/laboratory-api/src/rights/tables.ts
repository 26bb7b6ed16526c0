import { LOCALES } from '@shop/domain/locale'
import { RIGHTS, RIGHTS_REQUEST_STATES, RIGHTS_SOURCES, RIGHTS_STEPS } from '@shop/domain/rights'
import { sql } from 'drizzle-orm'
import {
  bigint,
  date,
  foreignKey,
  index,
  integer,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant, laboratorySchema, ownerId } from '../schema.ts'
import { staffAccounts } from '../staff/tables.ts'

/** Requests about data. They outlive the account: a request must be answered, and the answer must be provable. */
export const rightsRequests = laboratorySchema.table(
  'rights_request',
  {
    id: uuid().notNull(),
    /** What people quote: `D-` and eight letters or digits. */
    reference: text().notNull(),
    right: text({ enum: RIGHTS }).notNull(),
    state: text({ enum: RIGHTS_REQUEST_STATES }).notNull(),
    source: text({ enum: RIGHTS_SOURCES }).notNull(),
    /** The account concerned; null: no account has this address. No foreign key: the request outlives the account. */
    userId: uuid('user_id'),
    ownerId: ownerId(),
    /** The recipient of the answer. */
    name: text().notNull(),
    email: text().notNull(),
    locale: text({ enum: LOCALES }).notNull(),
    /**
     * The wording of the request. Clear text was written by the previous release. Empty: sealed, or nothing
     * was said. Null: answered, and the account is gone.
     */
    words: text(),
    sealedWords: text('sealed_words'),
    askedAt: instant('asked_at').notNull(),
    /** The last day for the answer. */
    dueOn: date('due_on').notNull(),
    /** When the house was reminded that the last day is near. */
    remindedAt: instant('reminded_at'),
    /** The member of staff who handles it; staff rows are never deleted. */
    assigneeId: uuid('assignee_id').references(() => staffAccounts.id),
    /**
     * Mailed as it is. Clear text was written by the previous release. Empty: sealed. Null: no answer yet, or
     * the account is gone.
     */
    answer: text(),
    sealedAnswer: text('sealed_answer'),
    answeredAt: instant('answered_at'),
    /** Counts changes; each change must name the version that was read. */
    version: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.ownerId] }),
    uniqueIndex('rights_request_reference_owner').on(table.reference, table.ownerId),
    index('rights_request_user').on(table.userId, table.askedAt),
    index('rights_request_open').on(table.dueOn, table.id).where(sql`${table.state} = 'open'`),
    index('rights_request_answered').on(table.answeredAt),
    index('rights_request_assignee').on(table.assigneeId),
  ],
)
export type RightsRequestRow = typeof rightsRequests.$inferSelect

/** The steps taken for a request. Rows are never changed. */
export const rightsSteps = laboratorySchema.table(
  'rights_step',
  {
    id: uuid().notNull(),
    /** The order of the steps. */
    serial: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    requestId: uuid('request_id').notNull(),
    ownerId: ownerId(),
    kind: text({ enum: RIGHTS_STEPS }).notNull(),
    /** Who did it; null: the person who made the request. */
    staffId: uuid('staff_id').references(() => staffAccounts.id),
    /** Clear text was written by the previous release. Empty: sealed. */
    text: text(),
    sealedText: text('sealed_text'),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.ownerId] }),
    foreignKey({
      name: 'rights_step_of_request',
      columns: [table.requestId, table.ownerId],
      foreignColumns: [rightsRequests.id, rightsRequests.ownerId],
    }).onDelete('cascade'),
    index('rights_step_request').on(table.requestId, table.serial),
    index('rights_step_staff').on(table.staffId),
  ],
)
export type RightsStepRow = typeof rightsSteps.$inferSelect
