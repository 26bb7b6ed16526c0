import { addDays, weekdayOf } from './dates.ts'

/** What people may ask for about their data, as the personal-data policy lists it in its section 5. */
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

/** How it came: from the account, or to the desk by letter, e-mail, phone or in person. */
export const RIGHTS_SOURCES = ['account', 'letter', 'email', 'phone', 'person'] as const
export type RightsSource = (typeof RIGHTS_SOURCES)[number]
/** Those that somebody at the desk writes down. */
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

/** What cannot be done without having been told what is meant. */
export const needsWords = (right: Right): boolean =>
  right === 'correction' || right === 'restriction' || right === 'objection'

/** What these rights may end with: an account or a patient is erased. */
export const allowsErasure = (right: Right): boolean => right === 'erasure' || right === 'withdrawal'

/**
 * Limits that a person may set to what is done with their data: only kept, or used for nothing but what an
 * order, a consent or the law asks for.
 */
export const PROCESSING_LIMITS = ['restriction', 'objection'] as const
export type ProcessingLimit = (typeof PROCESSING_LIMITS)[number]

/** The limit that granting such a request sets. */
export const limitOf = (right: Right): ProcessingLimit | undefined =>
  PROCESSING_LIMITS.find((limit) => limit === right)

/** Whoever obtained a restriction is told so many days before it ends (Article 18(3) of the GDPR names none). */
export const RESTRICTION_END_DAYS = 7

const WORKING_DAYS = 5
const DAYS = 15

/** So many days before the last one, whoever answers is reminded: two of them are a weekend, at worst. */
export const RIGHT_REMINDER_DAYS = 3

/**
 * The last day for the answer, `YYYY-MM-DD` in the business zone: five working days for what is processed,
 * fifteen days for all else (Articles 10 to 13 of the law on personal data). Public holidays that are not
 * named make the day sooner than the law's, never later.
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
