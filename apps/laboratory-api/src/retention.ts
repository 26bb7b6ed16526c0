/** Retention where no other rule applies, in days; docs/security/retention.md has the whole table. */
export const ABANDONED_ACCOUNT_DAYS = 90
/** Links to results with their openings, after they ended. */
export const ENDED_SHARE_DAYS = 365
/** Codes on printed results, after they ended. */
export const ENDED_PAPER_DAYS = 30
/** Refused reports, after they were accepted or set aside. */
export const REFUSED_REPORT_DAYS = 90
/** Requests about data, after they were answered. */
export const RIGHTS_REQUEST_DAYS = 1095
/** Queries without results, by day. */
export const UNANSWERED_QUERY_DAYS = 90
/** The signs of such queries: whether enough people searched for the same is checked this far back. */
export const UNANSWERED_SIGN_DAYS = 14

/** Answers given before a visit, after it. */
export const VISIT_ANSWER_DAYS = 90

/** What an account planned to repeat, after its month. */
export const PLANNED_REPEAT_DAYS = 365

/** The owner is notified this long before a result or an order is removed by age. */
export const REMOVAL_ANNOUNCED_DAYS = 30
/**
 * An older announcement no longer counts and is repeated: something prevented the removal, or the retention was
 * changed.
 */
export const REMOVAL_ANNOUNCED_HOLDS_DAYS = 365

/** The same day this many years earlier, as laws count them; for 29 February the next day if there is none. */
export function yearsBefore(now: Date, years: number): Date {
  const before = new Date(now)
  before.setUTCFullYear(before.getUTCFullYear() - years)
  return before
}

// Days of 24 hours, whatever the clocks do.
export const daysAfter = (now: Date, days: number): Date => daysBefore(now, -days)
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000)
