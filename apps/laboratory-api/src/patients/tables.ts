import { WIRE_GENDERS } from '@shop/contract/fields'
import { date, index, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'
import { laboratorySchema } from '../schema.ts'

/** People for whom an account orders. Orders keep a snapshot, so a patient may be deleted when no order is open. */
export const patients = laboratorySchema.table(
  'patient',
  {
    id: uuid().notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    gender: text({ enum: WIRE_GENDERS }).notNull(),
    dateOfBirth: date('date_of_birth', { mode: 'string' }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.userId] }),
    index('patient_user').on(table.userId, table.createdAt),
  ],
)
