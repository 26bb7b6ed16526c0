/** How long is kept what no other rule ends; docs/security/retention.md has the whole table. */
export const ABANDONED_ACCOUNT_DAYS = 90
/** Of links to results, with their openings, after they ended. */
export const ENDED_SHARE_DAYS = 365
/** Of codes on printed results, after they ended. */
export const ENDED_DOCUMENT_DAYS = 30

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000)
