import { Problem } from '@shop/contract/problem'
import { ageInYears, todayIn } from '@shop/domain/age'
import type { ApiContext } from '../context.ts'

/** Today in the business zone, `YYYY-MM-DD`. */
export function businessToday({ now, settings }: Pick<ApiContext, 'now' | 'settings'>): string {
  return todayIn(settings.businessTimeZone, now())
}

/**
 * @throws Problem `invalid_fields` at `path` when the day is still in the future in the laboratory's time zone
 */
export function assertBorn(
  context: Pick<ApiContext, 'now' | 'settings'>,
  path: string,
  date: string | null | undefined,
): void {
  if (!date || date <= businessToday(context)) return
  throw new Problem('invalid_fields', {
    errors: [{ path, message: 'not in the future', code: 'date_in_future' }],
  })
}

/** By the public offer, an account can be opened from this age. Children are patients of an adult's account. */
export const ADULT_YEARS = 18

/** @throws Problem `invalid_fields` at `path` when the day, if given, is not an adult's date of birth */
export function assertAdult(
  context: Pick<ApiContext, 'now' | 'settings'>,
  path: string,
  date: string | null | undefined,
): void {
  assertBorn(context, path, date)
  if (!date || ageInYears(date, businessToday(context)) >= ADULT_YEARS) return
  throw new Problem('invalid_fields', {
    errors: [{ path, message: `an account can be opened from the age of ${ADULT_YEARS}`, code: 'under_age' }],
  })
}
