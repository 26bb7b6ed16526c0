import { ageInMonths, ageInYears } from './age.ts'
import { daysBetween } from './dates.ts'

const MONTHS_UNTIL_YEARS_COUNT = 24

export interface Age {
  unit: 'days' | 'months' | 'years'
  count: number
}

/**
 * An age as people say it: in days before the first month, in months before the second birthday, in years after that.
 */
export function ageOf(dateOfBirth: string, today: string): Age {
  const months = ageInMonths(dateOfBirth, today)
  if (months < 1) return { unit: 'days', count: Math.max(0, daysBetween(dateOfBirth, today)) }
  if (months < MONTHS_UNTIL_YEARS_COUNT) return { unit: 'months', count: months }
  return { unit: 'years', count: ageInYears(dateOfBirth, today) }
}
