/** Of the sheet's page: until when a device may keep it. */
export const KEPT_UNTIL = 'Kept-Until'
/** The browser's cache with the sheets and what their pages are made of. */
export const KEPT_SHEETS = 'nurse-sheets'

/** As long as the session, and not longer than the day; null: the day is over. Instants in milliseconds. */
export function keptUntil({
  sessionEnd,
  dayEnd,
  now,
}: {
  sessionEnd: number
  dayEnd: number
  now: number
}): number | null {
  const until = Math.min(sessionEnd, dayEnd)
  return until > now ? until : null
}
