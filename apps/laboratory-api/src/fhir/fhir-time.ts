import type { Faults } from './operation-outcome.ts'

/** A sample or a report from the future is a wrong clock; small differences between clocks are not. */
const CLOCK_DIFFERENCE_MS = 10 * 60_000

/** Before it, a sample is a clock that was never set. */
const FIRST_YEAR = Date.parse('1900-01-01T00:00:00Z')
/** Digits of a second that are more than a clock can tell. */
const BELOW_NANOSECONDS = /(\.\d{9})\d+/

/**
 * A FHIR dateTime or instant as an instant: a day begins in the given zone, a leap second is the one before it; null
 * where not even a day is named, and for a day or time that there is not.
 */
export function toInstant(dateTime: string, zone: string): Date | null {
  if (dateTime.length < 'YYYY-MM-DD'.length) return null
  try {
    if (dateTime.includes('T')) {
      return new Date(Temporal.Instant.from(dateTime.replace(BELOW_NANOSECONDS, '$1')).epochMilliseconds)
    }
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
  else if (time.getTime() < FIRST_YEAR) {
    faults.add({ code: 'value', expression, diagnostics: 'It is before 1900' })
  } else if (time.getTime() > now.getTime() + CLOCK_DIFFERENCE_MS) {
    faults.add({ code: 'value', expression, diagnostics: 'It is in the future' })
  }
}

/** As FHIR writes an instant for people of a zone: `2026-11-16T08:10:00+03:00`. */
export function inZoneOf(zone: string, instant: Date): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone)
  return zoned.toString({ timeZoneName: 'never', smallestUnit: 'second' })
}
