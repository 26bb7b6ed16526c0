import { LOCALES } from '@shop/domain/locale'
import { index, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { laboratorySchema } from '../schema.ts'

/** Messages to the support, kept until they have surely been mailed. */
export const supportMessages = laboratorySchema.table(
  'support_message',
  {
    id: uuid().primaryKey(),
    /** What people quote: `S-` and eight letters or digits. */
    reference: text().notNull().unique(),
    /** Account of the sender; null: a guest. */
    userId: uuid('user_id'),
    name: text().notNull(),
    email: text().notNull(),
    message: text().notNull(),
    orderNumber: text('order_number'),
    locale: text({ enum: LOCALES }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('support_message_user').on(table.userId),
    index('support_message_created').on(table.createdAt),
  ],
)
