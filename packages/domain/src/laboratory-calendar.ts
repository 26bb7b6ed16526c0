import { type Weekday, weekdayOf } from './dates.ts'

/** Local times of the business zone, `HH:MM`; null on a day without hours. */
export type OpeningHours = Readonly<Record<Weekday, { readonly open: string; readonly close: string } | null>>

/** From this time of day, how many visits may start at one time; 0: open, but without visits. */
export interface CapacityStep {
  /** Local time, `HH:MM`. */
  readonly from: string
  readonly places: number
}

export interface CalendarDay {
  readonly open: string
  readonly close: string
  /** In time order; the first one starts when the day opens. */
  readonly capacity: readonly CapacityStep[]
}

/** Null: closed on that weekday. */
export type CalendarWeek = Readonly<Record<Weekday, CalendarDay | null>>

/** Days on which a laboratory is closed, including the last; with times, only that part of each of them. */
export interface Closure {
  /** `YYYY-MM-DD` */
  readonly firstDay: string
  readonly lastDay: string
  /** Local times, both or none. */
  readonly fromTime: string | null
  readonly toTime: string | null
}

/** When a laboratory can be visited, and by how many people at a time. */
export interface LaboratoryCalendar {
  readonly week: CalendarWeek
  readonly closures: readonly Closure[]
}

/** The week of a laboratory without its own calendar: the same number of places all day. */
export function plainWeek(hours: OpeningHours, places: number): CalendarWeek {
  return mapWeek(hours, (day) => day && { ...day, capacity: [{ from: day.open, places }] })
}

export function openingHoursOf(week: CalendarWeek): OpeningHours {
  return mapWeek(week, (day) => day && { open: day.open, close: day.close })
}

/** How many visits may start at that time; 0 if it is closed. */
export function placesAt(
  { week, closures }: LaboratoryCalendar,
  { date, from, to }: { date: string; from: string; to: string },
): number {
  const day = week[weekdayOf(date)]
  if (!day || from < day.open || to > day.close || isClosedAt(closures, { date, from, to })) return 0
  return day.capacity.findLast((step) => step.from <= from)?.places ?? 0
}

/** Whether the whole day is closed. */
export function isClosedOn(closures: readonly Closure[], date: string): boolean {
  return closures.some((closure) => closure.fromTime === null && covers(closure, date))
}

/** Whether any part of this time is closed. */
export function isClosedAt(
  closures: readonly Closure[],
  { date, from, to }: { date: string; from: string; to: string },
): boolean {
  return closures.some(
    (closure) =>
      covers(closure, date) &&
      (closure.fromTime === null || (from < (closure.toTime ?? '24:00') && to > closure.fromTime)),
  )
}

export interface BookedVisit {
  readonly orderId: string
  /** The visit in the laboratory's local time. */
  readonly date: string
  readonly from: string
  readonly to: string
  /** The earlier order keeps the place. */
  readonly orderedAt: string
}

/** The visits for which the calendar has no place: it is closed at that time, or has fewer places than orders. */
export function visitsWithoutPlace<Visit extends BookedVisit>(
  calendar: LaboratoryCalendar,
  visits: readonly Visit[],
): Visit[] {
  const byTime = Map.groupBy(visits, ({ date, from }) => `${date} ${from}`)
  return [...byTime.values()].flatMap((together) => {
    let taken = 0
    return together
      .toSorted((one, other) => (one.orderedAt < other.orderedAt ? -1 : 1))
      .filter((visit) => {
        // Each visit by its own end: a family's visit may reach into a closed time, and then takes no place.
        const isWithout = taken >= placesAt(calendar, visit)
        if (!isWithout) taken++
        return isWithout
      })
  })
}

/**
 * The `count` free times nearest to the wanted instant, in time order; of two equally near ones the earlier is
 * preferred. `times` are in time order too, and only those near the wanted one are checked for being free.
 */
export function nearestTimes(
  times: readonly string[],
  { wanted, count, isFree }: { wanted: string; count: number; isFree: (time: string) => boolean },
): string[] {
  const at = Date.parse(wanted)
  const distance = (time: string | undefined) =>
    time === undefined ? Number.POSITIVE_INFINITY : Math.abs(Date.parse(time) - at)
  let after = firstNotBefore(times, at)
  let before = after - 1
  const near: string[] = []
  while (near.length < count && (before >= 0 || after < times.length)) {
    const isEarlier = distance(times[before]) <= distance(times[after])
    const time = times[isEarlier ? before-- : after++]!
    if (!isFree(time)) continue
    if (isEarlier) near.unshift(time)
    else near.push(time)
  }
  return near
}

/** The index of the first time at or after that instant, in a list in time order. */
function firstNotBefore(times: readonly string[], instant: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (Date.parse(times[middle]!) < instant) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether the day belongs to a closure, whole or in part. */
export function covers({ firstDay, lastDay }: Closure, date: string): boolean {
  return firstDay <= date && date <= lastDay
}

function mapWeek<From, To>(
  week: Readonly<Record<Weekday, From>>,
  map: (day: From) => To,
): Record<Weekday, To> {
  return {
    monday: map(week.monday),
    tuesday: map(week.tuesday),
    wednesday: map(week.wednesday),
    thursday: map(week.thursday),
    friday: map(week.friday),
    saturday: map(week.saturday),
    sunday: map(week.sunday),
  }
}
