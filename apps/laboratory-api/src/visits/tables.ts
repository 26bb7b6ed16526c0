import type { CalendarWeek, Closure } from '@shop/domain/laboratory-calendar'
import { sql } from 'drizzle-orm'
import { check, integer, jsonb, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core'
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

export interface StoredClosure extends Closure {
  id: string
  /** In the words of who closed it. */
  reason: string
  /** The public holiday that was accepted, `YYYY-MM-DD`; null: closed for another reason. */
  holiday: string | null
}

/**
 * When a laboratory can be visited, as the desk has said it; no row: nobody has, and the catalogue's hours and the
 * settings' places hold. Read and written whole, under its version.
 */
export const laboratoryCalendars = laboratorySchema.table('laboratory_calendar', {
  laboratoryId: integer('laboratory_id').primaryKey(),
  /** Counts the changes: who changes names the one that was read. */
  version: integer().notNull(),
  week: jsonb().$type<CalendarWeek>().notNull(),
  closures: jsonb().$type<StoredClosure[]>().notNull().default([]),
  /** Public holidays on which it is open all the same, `YYYY-MM-DD`. */
  openHolidays: jsonb('open_holidays').$type<string[]>().notNull().default([]),
  /** The account of the desk that changed it last. */
  changedBy: uuid('changed_by').notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
})
