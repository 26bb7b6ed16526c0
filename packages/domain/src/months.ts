/** How many months after the current one tests can be planned to be repeated. */
export const LONGEST_REPEAT_MONTHS = 24

/** The first day of a day's month, or of a later month, as `YYYY-MM-DD`. @throws RangeError if it is not a date */
export function firstOfMonth(day: string, monthsLater = 0): string {
  return Temporal.PlainDate.from(day).with({ day: 1 }).add({ months: monthsLater }).toString()
}
