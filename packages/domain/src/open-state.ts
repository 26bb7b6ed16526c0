import { addDays, weekdayOf } from './dates.ts'
import { type Closure, isClosedOn, type OpeningHours } from './laboratory-calendar.ts'

/** Whether a place is open at a moment, and until when or from when. Times are local, `HH:MM`. */
export type OpenState =
  | { readonly isOpen: true; readonly until: string }
  /** `opens` is null for a place without any hours in the next two months. */
  | { readonly isOpen: false; readonly opens: { readonly date: string; readonly time: string } | null }

/** Beyond any closure that people would wait for. */
const DAYS_AHEAD = 60

interface Hours {
  readonly openingHours: OpeningHours
  readonly closures: readonly Closure[]
}

/** `date` (`YYYY-MM-DD`) and `time` (`HH:MM`) are the moment in the place's local time. */
export function openState(hours: Hours, { date, time }: { date: string; time: string }): OpenState {
  const today = openTimes(hours, date)
  const now = today.find(({ open, close }) => time >= open && time < close)
  if (now) return { isOpen: true, until: now.close }
  const later = today.find(({ open }) => time < open)
  if (later) return { isOpen: false, opens: { date, time: later.open } }
  for (let ahead = 1; ahead <= DAYS_AHEAD; ahead += 1) {
    const next = addDays(date, ahead)
    const [first] = openTimes(hours, next)
    if (first) return { isOpen: false, opens: { date: next, time: first.open } }
  }
  return { isOpen: false, opens: null }
}

/** The day's hours without the closed parts, in time order. */
export function openTimes(
  { openingHours, closures }: Hours,
  date: string,
): { open: string; close: string }[] {
  const hours = openingHours[weekdayOf(date)]
  if (!hours || isClosedOn(closures, date)) return []
  let open = [hours]
  for (const { firstDay, lastDay, fromTime, toTime } of closures) {
    if (date < firstDay || date > lastDay || fromTime === null || toTime === null) continue
    open = open
      .flatMap((part) => [
        { open: part.open, close: [part.close, fromTime].sort()[0]! },
        { open: [part.open, toTime].sort()[1]!, close: part.close },
      ])
      .filter((part) => part.open < part.close)
  }
  return open
}
