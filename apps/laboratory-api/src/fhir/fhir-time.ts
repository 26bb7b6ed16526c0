import type { Faults } from './operation-outcome.ts'

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

/** Notes a fault for a time that is none or has not come yet. */
export function noteTime({
  time,
  expression,
  now,
  faults,
}: {
  time: Date | null
  expression: string
  now: Date
  faults: Faults
}): void {
  if (!time) faults.add({ code: 'value', expression, diagnostics: 'A day that exists is expected' })
  else if (time.getTime() > now.getTime() + CLOCK_DIFFERENCE_MS) {
    faults.add({ code: 'value', expression, diagnostics: 'It is in the future' })
  }
}

/** As FHIR writes an instant for people of a zone: `2026-11-16T08:10:00+03:00`. */
export function inZoneOf(zone: string, instant: Date): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone)
  return zoned.toString({ timeZoneName: 'never', smallestUnit: 'second' })
}
