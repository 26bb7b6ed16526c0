import { sql } from 'drizzle-orm'
import { date, foreignKey, index, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../accounts/tables.ts'
import { patients } from '../../patients/tables.ts'
import { instant, laboratorySchema } from '../../schema.ts'
import { testResults } from '../tables.ts'

/** A month in which an account wants the tests of a patient's report again: its own wish, never the shop's advice. */
export const plannedRepeats = laboratorySchema.table(
  'planned_repeat',
  {
    testResultId: uuid('test_result_id').notNull(),
    patientId: uuid('patient_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Its first day. */
    month: date({ mode: 'string' }).notNull(),
    /** When the mail that it has come was put into the outbox. */
    toldAt: instant('told_at'),
  },
  (table) => [
    primaryKey({ columns: [table.testResultId, table.patientId, table.userId] }),
    // The previous release deletes results and patients too, and does not know this table.
    foreignKey({
      name: 'planned_repeat_test_result',
      columns: [table.testResultId, table.userId],
      foreignColumns: [testResults.id, testResults.ownerId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'planned_repeat_patient',
      columns: [table.patientId, table.userId],
      foreignColumns: [patients.id, patients.userId],
    }).onDelete('cascade'),
    index('planned_repeat_of_patient').on(table.patientId, table.userId),
    index('planned_repeat_user').on(table.userId, table.month),
    // For the deletion of old plans.
    index('planned_repeat_month').on(table.month),
    // Accounts that may have to be told, in their order.
    index('planned_repeat_untold').on(table.userId, table.month).where(sql`${table.toldAt} is null`),
  ],
)
