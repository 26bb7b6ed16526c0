/** Header of the sheet's page: until when a device may keep it. */
export const KEPT_UNTIL = 'Kept-Until'
/** The browser's cache for the sheets and the files of their pages. */
export const KEPT_SHEETS = 'nurse-sheets'

/** The end of the session or of the day, whichever is first; null if that is past. Instants in milliseconds. */
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
