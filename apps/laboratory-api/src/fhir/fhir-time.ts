/** A sample or a report from the future is a wrong clock; small differences between clocks are not. */
const CLOCK_DIFFERENCE_MS = 10 * 60_000

/** A FHIR dateTime as an instant: a day begins in the given zone; null where not even a day is named. */
export function toInstant(dateTime: string, zone: string): Date | null {
  if (dateTime.includes('T')) return new Date(dateTime)
  if (dateTime.length < 'YYYY-MM-DD'.length) return null
  try {
    const start = Temporal.PlainDate.from(dateTime).toZonedDateTime(zone)
    return new Date(start.epochMilliseconds)
  } catch {
    return null
  }
}

export function isInFuture(instant: Date, now: Date): boolean {
  return instant.getTime() > now.getTime() + CLOCK_DIFFERENCE_MS
}

/** As FHIR writes an instant for people of a zone: `2026-11-16T08:10:00+03:00`. */
export function inZoneOf(zone: string, instant: Date): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone)
  return zoned.toString({ timeZoneName: 'never', smallestUnit: 'second' })
}
