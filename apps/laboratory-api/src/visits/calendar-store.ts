import { notify } from '@shop/database/notify'
import type { Database, Queries } from '@shop/database/open-database'
import { visitKindOf } from '@shop/domain/laboratory'
import { type LaboratoryCalendar, plainWeek } from '@shop/domain/laboratory-calendar'
import { HOME_VISIT_HOURS } from '@shop/domain/visit-slots'
import { eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { LaboratoryApiSettings } from '../api-settings.ts'
import type { CatalogueLaboratory } from '../catalogue/catalogue-snapshot.ts'
import { type Following, followChanges } from '../follow-changes.ts'
import { laboratoryCalendars, type StoredClosure } from './tables.ts'

const CALENDAR_CHANNEL = 'laboratory.calendar_changed'

export interface StoredCalendar extends LaboratoryCalendar {
  /** 0: the desk has not set it. */
  version: number
  closures: readonly StoredClosure[]
  openHolidays: readonly string[]
}

/**
 * The laboratories' calendars in memory, so that lists and dates need no statement. An order reads its
 * calendar in its own transaction.
 */
export interface CalendarStore extends Following {
  of(laboratory: CatalogueLaboratory): StoredCalendar
  closuresOf(laboratoryId: number): readonly StoredClosure[]
}

type Row = typeof laboratoryCalendars.$inferSelect

export async function createCalendarStore({
  database,
  settings,
  logger,
}: {
  database: Database
  settings: LaboratoryApiSettings
  logger: Logger
}): Promise<CalendarStore> {
  let held = new Map<number, Row>()
  async function load() {
    const rows = await database.queries.select().from(laboratoryCalendars)
    held = new Map(rows.map((row) => [row.laboratoryId, row]))
  }
  await load()
  const following = followChanges({
    database,
    channel: CALENDAR_CHANNEL,
    look: load,
    onError: (error) => logger.error({ error: error.name }, 'calendars not reloaded'),
  })
  return {
    of: (laboratory) => calendarOf(settings, laboratory, held.get(laboratory.id)),
    closuresOf: (laboratoryId) => held.get(laboratoryId)?.closures ?? [],
    ...following,
  }
}

function calendarOf(
  { slotCapacity }: LaboratoryApiSettings,
  laboratory: CatalogueLaboratory,
  row: Row | undefined,
): StoredCalendar {
  if (row) return row
  const kind = visitKindOf(laboratory)
  const hours = kind === 'homeCall' ? HOME_VISIT_HOURS : laboratory.openingHours
  return { version: 0, week: plainWeek(hours, slotCapacity[kind]), closures: [], openHolidays: [] }
}

/**
 * The calendar for this transaction. No one can change it before the order of this transaction is stored, so
 * a later change sees the order.
 */
export async function holdCalendar(
  queries: Queries,
  settings: LaboratoryApiSettings,
  laboratory: CatalogueLaboratory,
): Promise<StoredCalendar> {
  const [row] = await queries
    .select()
    .from(laboratoryCalendars)
    .where(eq(laboratoryCalendars.laboratoryId, laboratory.id))
    .for('key share')
  return calendarOf(settings, laboratory, row)
}

/** As `holdCalendar`, for a transaction that will change it. */
export async function lockCalendar(
  queries: Queries,
  settings: LaboratoryApiSettings,
  laboratory: CatalogueLaboratory,
): Promise<{ calendar: StoredCalendar; last: { staffId: string; at: Date } | null }> {
  const isOfLaboratory = eq(laboratoryCalendars.laboratoryId, laboratory.id)
  // Before the first change there is no row that orders could hold: they hold the table alone. Looked for without a
  // lock, so that two first changes do not wait for each other.
  const isFirst = (await queries.$count(laboratoryCalendars, isOfLaboratory)) === 0
  if (isFirst) await queries.execute(sql`lock table ${laboratoryCalendars} in exclusive mode`)
  const [row] = await queries.select().from(laboratoryCalendars).where(isOfLaboratory).for('update')
  const calendar = calendarOf(settings, laboratory, row)
  return { calendar, last: row ? { staffId: row.changedBy, at: row.changedAt } : null }
}

/** Writes the next version; false if someone else wrote it first. */
export async function storeCalendar(queries: Queries, row: Row): Promise<boolean> {
  const written = await queries
    .insert(laboratoryCalendars)
    .values(row)
    .onConflictDoUpdate({
      target: laboratoryCalendars.laboratoryId,
      set: row,
      setWhere: eq(laboratoryCalendars.version, row.version - 1),
    })
    .returning({ version: laboratoryCalendars.version })
  await notify(queries, CALENDAR_CHANNEL, String(row.laboratoryId))
  return written.length > 0
}
