import { QUESTION_NAMES } from '@shop/domain/visit-questions'
import { primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { ofOrder } from '../is-of-order.ts'
import { laboratorySchema, ownerId } from '../schema.ts'

/** What a patient told the laboratory before the visit. */
export const visitAnswers = laboratorySchema.table(
  'visit_answer',
  {
    orderId: uuid('order_id').notNull(),
    ownerId: ownerId(),
    patientId: uuid('patient_id').notNull(),
    question: text({ enum: QUESTION_NAMES }).notNull(),
    sealedAnswer: text('sealed_answer').notNull(),
    answeredAt: timestamp('answered_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    ofOrder('visit_answer_order', table).onDelete('cascade'),
    primaryKey({ columns: [table.orderId, table.patientId, table.question, table.ownerId] }),
  ],
)
