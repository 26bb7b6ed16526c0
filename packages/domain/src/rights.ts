import { addDays, weekdayOf } from './dates.ts'

/** What people may ask for about their data, as listed in section 5 of the personal-data policy. */
export const RIGHTS = [
  'access',
  'recipients',
  'correction',
  'erasure',
  'restriction',
  'objection',
  'withdrawal',
] as const
export type Right = (typeof RIGHTS)[number]

/** How far a request is: open, or answered in one of three ways. */
export const RIGHTS_REQUEST_STATES = ['open', 'granted', 'partlyGranted', 'refused'] as const
export type RightsRequestState = (typeof RIGHTS_REQUEST_STATES)[number]
export const RIGHTS_OUTCOMES = ['granted', 'partlyGranted', 'refused'] as const
export type RightsOutcome = (typeof RIGHTS_OUTCOMES)[number]

/** How it arrived: from the account, or at the desk by post, e-mail, phone or in person. */
export const RIGHTS_SOURCES = ['account', 'letter', 'email', 'phone', 'person'] as const
export type RightsSource = (typeof RIGHTS_SOURCES)[number]
/** The sources that the desk records. */
export const RIGHTS_DESK_SOURCES = ['letter', 'email', 'phone', 'person'] as const

/** What was done about a request. */
export const RIGHTS_STEPS = [
  'asked',
  'identity',
  'note',
  'exported',
  'corrected',
  'patientRemoved',
  'accountErased',
  'restricted',
  'restrictionEnding',
  'objected',
  'answered',
] as const
export type RightsStep = (typeof RIGHTS_STEPS)[number]

/** The steps that the desk writes down: how the person was identified, and anything else. */
export const RIGHTS_NOTES = ['identity', 'note'] as const satisfies readonly RightsStep[]
export type RightsNote = (typeof RIGHTS_NOTES)[number]

/** Requests that cannot be met unless it is said what is meant. */
export const needsWords = (right: Right): boolean =>
  right === 'correction' || right === 'restriction' || right === 'objection'

/** Whether this right may end with the erasure of an account or a patient. */
export const allowsErasure = (right: Right): boolean => right === 'erasure' || right === 'withdrawal'

/**
 * Limits that people may set to the use of their data: it is only kept, or used only for what an order, a consent
 * or the law asks for.
 */
export const PROCESSING_LIMITS = ['restriction', 'objection'] as const
export type ProcessingLimit = (typeof PROCESSING_LIMITS)[number]

/** The limit that granting such a request sets. */
export const limitOf = (right: Right): ProcessingLimit | undefined =>
  PROCESSING_LIMITS.find((limit) => limit === right)

/**
 * A person who obtained a restriction is notified this many days before it ends (Article 18(3) of the GDPR sets no
 * number).
 */
export const RESTRICTION_END_DAYS = 7

const WORKING_DAYS = 5
const DAYS = 15

/** This many days before the last one, the person who answers is reminded: at worst, two of them are a weekend. */
export const RIGHT_REMINDER_DAYS = 3

/**
 * The last day for the answer, `YYYY-MM-DD` in the business zone: five working days for what is processed, fifteen
 * days for everything else (Articles 10 to 13 of the law on personal data). Public holidays that are not listed
 * make the day earlier than the law's, never later.
 */
export function rightDueOn(right: Right, askedOn: string, holidays: ReadonlySet<string>): string {
  if (right !== 'access') return addDays(askedOn, DAYS)
  let day = askedOn
  for (let left = WORKING_DAYS; left > 0; ) {
    day = addDays(day, 1)
    if (!['saturday', 'sunday'].includes(weekdayOf(day)) && !holidays.has(day)) left -= 1
  }
  return day
}
