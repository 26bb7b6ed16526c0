import { randomUUIDv7 } from 'node:crypto'
import type { CalendarChange } from '@shop/contract/desk-calendar'
import { Problem } from '@shop/contract/problem'
import { todayIn } from '@shop/domain/age'
import type { ApiContext } from '../context.ts'
import { auditStaff } from '../staff/audit-staff.ts'
import { staleWrite } from '../staff/stale-write.ts'
import { lockCalendar, type StoredCalendar, storeCalendar } from '../visits/calendar-store.ts'
import { displacedVisits, visitsToCome } from './displaced-visits.ts'
import { type CalendarAtDesk, isTooFar, laboratoryInScope, tooFar } from './read-calendar.ts'

/** Enough for years of closures. */
const MOST_CLOSURES = 1_000

interface ChangeCalendar extends CalendarAtDesk {
  version: number
  change: CalendarChange
  knownOrderIds: readonly string[]
}

/**
 * Changes a laboratory's calendar. The change is refused while it would take the place of orders that are not in
 * `knownOrderIds`; the problem lists them with other times, so that no one closes a day without seeing its visits.
 * @throws Problem `not_found`, `invalid_fields`, `stale_write`, `visits_lose_place`, `conflict`
 */
export async function changeCalendar(context: ApiContext, input: ChangeCalendar): Promise<void> {
  const { actor, version, change, knownOrderIds } = input
  const laboratory = laboratoryInScope(context, input)
  const { settings, database, now } = context
  const today = todayIn(settings.businessTimeZone, now())
  // An endless closure would leave no day for results to be ready.
  for (const [path, date] of daysOf(change)) if (isTooFar(today, date)) throw tooFar(path)
  await database.transaction(async (queries) => {
    const { calendar } = await lockCalendar(queries, settings, laboratory)
    const id = String(laboratory.id)
    const stale = (current: number) =>
      staleWrite(queries, { actor, kinds: ['calendar'], id, version: current })
    if (calendar.version !== version) throw await stale(calendar.version)
    const next = applyChange(calendar, change)
    const visits = await visitsToCome(context, queries, laboratory.id)
    const before = displacedVisits(context, { laboratory, calendar, visits })
    const already = new Set(before.map(({ orderId }) => orderId))
    const hit = displacedVisits(context, { laboratory, calendar: next, visits }).filter(
      ({ orderId }) => !already.has(orderId),
    )
    const known = new Set(knownOrderIds)
    if (hit.some(({ orderId }) => !known.has(orderId))) {
      throw new Problem('visits_lose_place', { extension: { visits: hit } })
    }
    const isStored = await storeCalendar(queries, {
      laboratoryId: laboratory.id,
      version: version + 1,
      week: next.week,
      closures: [...next.closures],
      openHolidays: [...next.openHolidays],
      changedBy: actor.staffId,
      changedAt: now(),
    })
    // Two requests created the first version concurrently.
    if (!isStored) throw await stale(version + 1)
    await auditStaff(queries, actor, { action: 'update', kind: 'calendar', id })
  })
  await context.calendar.refresh()
}

function daysOf(change: CalendarChange): [string, string][] {
  if (change.kind === 'holiday') return [['change.date', change.date]]
  if (change.kind !== 'close') return []
  return [
    ['change.firstDay', change.firstDay],
    ['change.lastDay', change.lastDay],
  ]
}

function applyChange(calendar: StoredCalendar, change: CalendarChange): StoredCalendar {
  const { closures, openHolidays } = calendar
  if (change.kind === 'week') return { ...calendar, week: change.week }
  if (change.kind === 'close') {
    if (closures.length >= MOST_CLOSURES) throw new Problem('conflict')
    const { kind: _, ...closure } = change
    return { ...calendar, closures: [...closures, { ...closure, id: randomUUIDv7(), holiday: null }] }
  }
  if (change.kind === 'reopen') {
    if (!closures.some(({ id }) => id === change.closureId)) throw new Problem('not_found')
    return { ...calendar, closures: closures.filter(({ id }) => id !== change.closureId) }
  }
  const { date, isOpen, name } = change
  if (isOpen) return { ...calendar, openHolidays: [...new Set([...openHolidays, date])].sort() }
  const day = { firstDay: date, lastDay: date, fromTime: null, toTime: null }
  return {
    ...calendar,
    openHolidays: openHolidays.filter((other) => other !== date),
    closures: [...closures, { ...day, id: randomUUIDv7(), reason: name, holiday: date }],
  }
}
