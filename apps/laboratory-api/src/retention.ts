/** How long is kept what no other rule ends; docs/security/retention.md has the whole table. */
export const ABANDONED_ACCOUNT_DAYS = 90
/** Of links to results, with their openings, after they ended. */
export const ENDED_SHARE_DAYS = 365
/** Of codes on printed results, after they ended. */
export const ENDED_DOCUMENT_DAYS = 30
/** Of reports that were refused, after they were taken or put aside. */
export const REFUSED_REPORT_DAYS = 90
/** Of what people asked for about their data, after it was answered. */
export const RIGHTS_REQUEST_DAYS = 1095
/** What people searched for in vain, by day. */
export const UNANSWERED_QUERY_DAYS = 90
/** Whether enough people have asked the same is looked back for so long. */
export const UNANSWERED_SIGN_DAYS = 14

/** What was told before a visit, after it. */
export const VISIT_ANSWER_DAYS = 90

/** So long before a result or an order goes by its age its owner is told. */
export const REMOVAL_NOTICE_DAYS = 30
/** What has not gone so long after it was told is told anew: something has held it, or the years were set anew. */
export const REMOVAL_NOTICE_HOLDS_DAYS = 365

/** The same day that many years before, as laws count them; of 29 February the next where there is none. */
export function yearsBefore(now: Date, years: number): Date {
  const before = new Date(now)
  before.setUTCFullYear(before.getUTCFullYear() - years)
  return before
}

export const daysAfter = (now: Date, days: number): Date => daysBefore(now, -days)
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000)
