import { sql } from 'drizzle-orm'
import { check, integer, primaryKey, timestamp } from 'drizzle-orm/pg-core'
import { laboratorySchema } from '../schema.ts'

/**
 * Places taken at one time of one laboratory; no row means none. Written only with the order that takes or frees
 * the place, so the sum over orders and this count cannot part.
 */
export const visitSlot = laboratorySchema.table(
  'visit_slot',
  {
    laboratoryId: integer('laboratory_id').notNull(),
    start: timestamp({ withTimezone: true }).notNull(),
    taken: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.laboratoryId, table.start] }),
    check('visit_slot_taken_check', sql`${table.taken} >= 0`),
  ],
)
