import type { Faults } from './operation-outcome.ts'

/** A sample or report from the future means a wrong clock; smaller differences between clocks are tolerated. */
const CLOCK_DIFFERENCE_MS = 10 * 60_000

/** A sample from before this year means a clock that was never set. */
const FIRST_YEAR = Date.parse('1900-01-01T00:00:00Z')
/** Digits of a second beyond nanoseconds, which `Temporal` does not accept. */
const BELOW_NANOSECONDS = /(\.\d{9})\d+/

/**
 * Converts a FHIR dateTime or instant. A day begins in the given zone, and a leap second counts as the second before
 * it. Null if not even a day is given, or if the day or time does not exist.
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

/** Adds a fault for a time that does not exist, is before 1900 or is in the future. */
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
  if (!time) faults.add({ code: 'value', expression, diagnostics: 'There is no such day' })
  else if (time.getTime() < FIRST_YEAR) {
    faults.add({ code: 'value', expression, diagnostics: 'It is before 1900' })
  } else if (time.getTime() > now.getTime() + CLOCK_DIFFERENCE_MS) {
    faults.add({ code: 'value', expression, diagnostics: 'It is in the future' })
  }
}

/** When a sample was taken; the beginning of a day is the day, which may be all that the laboratory has reported. */
export function samplingIn(zone: string, instant: Date): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone)
  const isDay = zoned.startOfDay().epochMilliseconds === instant.getTime()
  return isDay ? zoned.toPlainDate().toString() : inZoneOf(zone, instant)
}

/** An instant in FHIR's format, in the local time of a zone: `2026-11-16T08:10:00+03:00`. */
export function inZoneOf(zone: string, instant: Date): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone)
  return zoned.toString({ timeZoneName: 'never', smallestUnit: 'second' })
}
