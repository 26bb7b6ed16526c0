import { isDate } from './dates.ts'

/**
 * Completed years of life on a day, both `YYYY-MM-DD`; negative before the birth. A person born on 29 February
 * completes a year on 1 March if the year has no such day.
 * @throws RangeError if one of the two is not a date
 */
export function ageInYears(dateOfBirth: string, on: string): number {
  if (!isDate(dateOfBirth) || !isDate(on)) throw new RangeError('Not a date of the form YYYY-MM-DD')
  const years = Number(on.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return on.slice(5) < dateOfBirth.slice(5) ? years - 1 : years
}

/**
 * Completed months of life. A person born on the 31st completes a month on the 1st if the month before had no such
 * day.
 */
export function ageInMonths(dateOfBirth: string, on: string): number {
  const monthOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
  const months = monthOf(on) - monthOf(dateOfBirth)
  return on.slice(8) < dateOfBirth.slice(8) ? months - 1 : months
}

export const CHILD_UNTIL_YEARS = 18

/** Somebody else answers for a child and is addressed in its place. */
export function isChild(dateOfBirth: string, on: string): boolean {
  return ageInYears(dateOfBirth, on) < CHILD_UNTIL_YEARS
}

/** The date in that zone at that moment, `YYYY-MM-DD`. */
export function todayIn(zone: string, now: Date): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime())
  return instant.toZonedDateTimeISO(zone).toPlainDate().toString()
}

/** The first moment of a day in that zone. */
export function startOfDay(date: string, zone: string): Date {
  return new Date(Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds)
}
