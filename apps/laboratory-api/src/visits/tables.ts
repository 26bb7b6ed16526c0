import type { CalendarWeek, Closure } from '@shop/domain/laboratory-calendar'
import { sql } from 'drizzle-orm'
import { check, integer, jsonb, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core'
import { laboratorySchema } from '../schema.ts'

/**
 * Places taken at one time of one laboratory; no row means none. Written only with the order that takes or
 * frees the place, so the count cannot differ from the orders.
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
  /** As typed by the member of staff who closed it. */
  reason: string
  /** The public holiday that was accepted, `YYYY-MM-DD`; null: closed for another reason. */
  holiday: string | null
}

/**
 * When a laboratory can be visited, as set by the desk. No row: the catalogue's hours and the settings'
 * places apply. Read and written as a whole, under its version.
 */
export const laboratoryCalendars = laboratorySchema.table('laboratory_calendar', {
  laboratoryId: integer('laboratory_id').primaryKey(),
  /** Counts changes; each change must name the version that was read. */
  version: integer().notNull(),
  week: jsonb().$type<CalendarWeek>().notNull(),
  closures: jsonb().$type<StoredClosure[]>().notNull().default([]),
  /** Public holidays on which it is open, `YYYY-MM-DD`. */
  openHolidays: jsonb('open_holidays').$type<string[]>().notNull().default([]),
  /** The staff account that made the last change. */
  changedBy: uuid('changed_by').notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
})
