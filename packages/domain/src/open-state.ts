import { addDays, weekdayOf } from './dates.ts'
import type { OpeningHours } from './visit-slots.ts'

/** Whether a place is open at a moment, and until or from when. Times are local, `HH:MM`. */
export type OpenState =
  | { readonly isOpen: true; readonly until: string }
  /** `opens` is null for a place without any hours in the coming week. */
  | { readonly isOpen: false; readonly opens: { readonly date: string; readonly time: string } | null }

/** `date` (`YYYY-MM-DD`) and `time` (`HH:MM`) are the moment as the place's own clock shows it. */
export function openState(hours: OpeningHours, { date, time }: { date: string; time: string }): OpenState {
  const today = hours[weekdayOf(date)]
  if (today && time >= today.open && time < today.close) return { isOpen: true, until: today.close }
  if (today && time < today.open) return { isOpen: false, opens: { date, time: today.open } }
  for (let ahead = 1; ahead <= 7; ahead += 1) {
    const next = addDays(date, ahead)
    const nextHours = hours[weekdayOf(next)]
    if (nextHours) return { isOpen: false, opens: { date: next, time: nextHours.open } }
  }
  return { isOpen: false, opens: null }
}
