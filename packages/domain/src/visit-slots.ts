import { todayIn } from './age.ts'
import { addDays, daysBetween, isDate, weekdayOf } from './dates.ts'
import { covers, isClosedAt, isClosedOn, type OpeningHours } from './laboratory-calendar.ts'
import type { VisitPlan } from './visit-plan.ts'

/** Instants in UTC, `2026-11-23T04:30:00.000Z`; `inZone` formats them for people and for the wire. */
export interface VisitSlot {
  readonly start: string
  readonly end: string
}

export type VisitProblem = 'in_the_past' | 'day_off' | 'off_the_grid' | 'beyond_horizon' | 'after_cut_off'

export type VisitTimeCheck =
  | { readonly status: 'ok'; readonly slot: VisitSlot; readonly date: string }
  | { readonly status: 'refused'; readonly problem: VisitProblem }

export type DayPart = 'early' | 'morning' | 'day' | 'evening'

/** The hours at which the parts of a day begin; before the morning it is early. */
export const DAY_PART_HOURS = { morning: 9, day: 12, evening: 17 } as const

/** The part of the day in which an RFC 3339 instant is, in the business zone. */
export function dayPartAt(instant: string, zone: string): DayPart {
  const { morning, day, evening } = DAY_PART_HOURS
  const { hour } = Temporal.Instant.from(instant).toZonedDateTimeISO(zone)
  if (hour < morning) return 'early'
  if (hour < day) return 'morning'
  return hour < evening ? 'day' : 'evening'
}

/** From noon on. */
export const isAfternoon = (part: DayPart): boolean => part === 'day' || part === 'evening'

/** About how long the samples of a visit take: the step of a branch's grid is the time for one person. */
export function visitMinutes(people: number): number {
  return people * SLOT_MINUTES.branch
}

/** Visits are ordered for today and the next thirty days. */
export const VISIT_HORIZON_DAYS = 30
export const HOME_VISIT_CUT_OFF = '19:00'

const MINUTE = 60_000
const DAY = 86_400_000
const SLOT_MINUTES = { homeCall: 30, branch: 15 }
const BRANCH_LEAD_MINUTES = 60
/** The hours of a day on which nurses come. */
export const HOME_VISIT_MORNING = { open: '07:30', close: '11:30' }

/** The nurses' rounds unless the desk has set others. */
export const HOME_VISIT_HOURS: OpeningHours = {
  monday: HOME_VISIT_MORNING,
  tuesday: HOME_VISIT_MORNING,
  wednesday: HOME_VISIT_MORNING,
  thursday: HOME_VISIT_MORNING,
  friday: HOME_VISIT_MORNING,
  saturday: HOME_VISIT_MORNING,
  sunday: null,
}

interface VisitRange {
  readonly plan: VisitPlan
  /** How many people come, one by default: a branch takes them one after the other, the last one before it closes. */
  readonly people?: number | undefined
  readonly now: Date
  /** First day, `YYYY-MM-DD`. */
  readonly from: string
  readonly days: number
  /** The business zone. */
  readonly zone: string
}

/** The times that may still be ordered, in order; days beyond the horizon are empty. */
export function visitSlots({ plan, people, now, from, days, zone }: VisitRange): VisitSlot[] {
  const today = todayIn(zone, now)
  const first = from > today ? from : today
  const last = [addDays(from, days - 1), addDays(today, VISIT_HORIZON_DAYS)].sort()[0]!
  const slots: VisitSlot[] = []
  for (let date = first; date <= last; date = addDays(date, 1)) {
    slots.push(...slotsOfDay({ plan, people, now, date, zone }))
  }
  return slots
}

/** All times of these days in the calendar, including those that are over or too near. */
export function gridSlots({ plan, people, from, days, zone }: Omit<VisitRange, 'now'>): VisitSlot[] {
  // A branch takes orders until an hour before, and nurses until the evening before. Two days before, nothing is
  // too near.
  const now = new Date(localInstant(addDays(from, -2), '12:00', zone))
  return Array.from({ length: days }, (_, ahead) => addDays(from, ahead)).flatMap((date) =>
    slotsOfDay({ plan, people, now, date, zone }),
  )
}

/** The slots of one day that can still be ordered; the horizon is up to the caller. */
function slotsOfDay(input: DayInput & { now: Date }): VisitSlot[] {
  const grid = gridOf(input)
  if (!grid) return []
  const earliest = earliestStart(input)
  const slots: VisitSlot[] = []
  // Steps are exact time, so that a day with a clock change has no slot twice, and none that does not exist.
  for (let start = grid.open; start + grid.length <= grid.close; start += grid.step) {
    if (start >= earliest && !grid.isClosed(start)) slots.push(slotAt(start, grid.length))
  }
  return slots
}

/**
 * Whether a visit may be ordered for this time: the same rules as for the lists of slots, regardless of free
 * places. `start` is RFC 3339 with any offset; text that is not an instant is off the grid.
 */
export function checkVisitTime(input: {
  plan: VisitPlan
  people?: number | undefined
  start: string
  now: Date
  zone: string
}): VisitTimeCheck {
  const start = instantOf(input.start)
  if (start === null) return { status: 'refused', problem: 'off_the_grid' }
  const date = todayIn(input.zone, new Date(start))
  const problem = problemOf({ ...input, start, date })
  if (problem) return { status: 'refused', problem }
  return { status: 'ok', date, slot: slotAt(start, lengthOf(input)) }
}

function problemOf(input: DayInput & { start: number; now: Date }): VisitProblem | null {
  const { start, date, now, zone } = input
  if (start < now.getTime()) return 'in_the_past'
  // Before days are counted: the calendar does not have a day for every instant.
  if (start - now.getTime() > (VISIT_HORIZON_DAYS + 2) * DAY) return 'beyond_horizon'
  if (daysBetween(todayIn(zone, now), date) > VISIT_HORIZON_DAYS) return 'beyond_horizon'
  const grid = gridOf(input)
  if (!grid) return 'day_off'
  const isOnGrid = start >= grid.open && start + grid.length <= grid.close
  if (!isOnGrid || (start - grid.open) % grid.step !== 0) return 'off_the_grid'
  if (grid.isClosed(start)) return 'off_the_grid'
  return start < earliestStart(input) ? 'after_cut_off' : null
}

/** Until when (UTC instant, exclusive) a home visit on that day can be ordered: 19:00 the day before. */
export function homeVisitCutOff({ date, zone }: { date: string; zone: string }): string {
  return new Date(localInstant(addDays(date, -1), HOME_VISIT_CUT_OFF, zone)).toISOString()
}

function earliestStart(input: { plan: VisitPlan; now: Date; date: string; zone: string }): number {
  const now = input.now.getTime()
  if (input.plan.kind === 'branch') return now + BRANCH_LEAD_MINUTES * MINUTE
  return now < Date.parse(homeVisitCutOff(input)) ? now : Number.POSITIVE_INFINITY
}

interface DayInput {
  plan: VisitPlan
  people?: number | undefined
  date: string
  zone: string
}

/** A branch is busy with everybody who comes; at home the slot is the half-hour in which the nurse arrives. */
function lengthOf({ plan, people = 1 }: Pick<DayInput, 'plan' | 'people'>): number {
  return (plan.kind === 'branch' ? visitMinutes(people) : SLOT_MINUTES.homeCall) * MINUTE
}

function gridOf({ plan, people, date, zone }: DayInput) {
  const { kind, openingHours } = plan
  const closures = (plan.closures ?? []).filter((closure) => covers(closure, date))
  const hours = openingHours[weekdayOf(date)]
  if (!hours || isClosedOn(closures, date)) return null
  const length = lengthOf({ plan, people })
  const time = (instant: number) => localTime(instant, zone)
  return {
    open: localInstant(date, hours.open, zone),
    close: localInstant(date, hours.close, zone),
    step: SLOT_MINUTES[kind] * MINUTE,
    length,
    isClosed: (start: number) =>
      closures.length > 0 && isClosedAt(closures, { date, from: time(start), to: time(start + length) }),
  }
}

function slotAt(start: number, length: number): VisitSlot {
  return { start: new Date(start).toISOString(), end: new Date(start + length).toISOString() }
}

/** The instant, in milliseconds, of a local `YYYY-MM-DD` and `HH:MM`. */
export function localInstant(date: string, time: string, zone: string): number {
  return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone).epochMilliseconds
}

/** `HH:MM` */
export function localTime(instant: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(zone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' })
}

/** The local date and time, `YYYY-MM-DD` and `HH:MM`: both in one call, since a month has many times. */
export function localMoment(instant: number, zone: string): { date: string; time: string } {
  const moment = Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
  return { date: moment.slice(0, -6), time: moment.slice(-5) }
}

function instantOf(text: string): number | null {
  if (!isDate(text.slice(0, 10))) return null
  try {
    return Temporal.Instant.from(text).epochMilliseconds
  } catch {
    return null
  }
}

/** An instant as RFC 3339 with the zone's offset: `2026-11-23T07:30:00+03:00`. */
export function inZone(instant: string, zone: string): string {
  const zoned = Temporal.Instant.from(instant).toZonedDateTimeISO(zone)
  return zoned.toString({ timeZoneName: 'never', smallestUnit: 'second' })
}
