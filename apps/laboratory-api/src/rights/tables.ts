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

/** What people ask for about their data. It outlives the account: what is asked is answered, and that it was is to be proven. */
export const rightsRequests = laboratorySchema.table(
  'rights_request',
  {
    id: uuid().notNull(),
    /** What people quote: `D-` and eight letters or digits. */
    reference: text().notNull(),
    right: text({ enum: RIGHTS }).notNull(),
    state: text({ enum: RIGHTS_REQUEST_STATES }).notNull(),
    source: text({ enum: RIGHTS_SOURCES }).notNull(),
    /** Whose data; null: no account of this address. No foreign key: it outlives the account. */
    userId: uuid('user_id'),
    ownerId: ownerId(),
    /** Whom the answer goes to. */
    name: text().notNull(),
    email: text().notNull(),
    locale: text({ enum: LOCALES }).notNull(),
    /**
     * What exactly, as the release before wrote it; empty: it is sealed, or nothing was said; null once it is answered and the
     * account is gone.
     */
    words: text(),
    sealedWords: text('sealed_words'),
    askedAt: instant('asked_at').notNull(),
    /** The last day for the answer. */
    dueOn: date('due_on').notNull(),
    /** When whoever answers was reminded that the day is near. */
    remindedAt: instant('reminded_at'),
    /** Who of the desk has it; their rows stay for good. */
    assigneeId: uuid('assignee_id').references(() => staffAccounts.id),
    /** Mailed as it is, as the release before wrote it; empty: it is sealed; null until then, and once the account is gone. */
    answer: text(),
    sealedAnswer: text('sealed_answer'),
    answeredAt: instant('answered_at'),
    /** Counts the changes: who changes names the one that was read. */
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

/** What was done about a request. Nobody changes these rows. */
export const rightsSteps = laboratorySchema.table(
  'rights_step',
  {
    id: uuid().notNull(),
    /** The order of what was done. */
    serial: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    requestId: uuid('request_id').notNull(),
    ownerId: ownerId(),
    kind: text({ enum: RIGHTS_STEPS }).notNull(),
    /** Who did it; null: the person who asks. */
    staffId: uuid('staff_id').references(() => staffAccounts.id),
    /** As the release before wrote it; empty: it is sealed. */
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
