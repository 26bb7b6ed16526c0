import { ageInYears } from './age.ts'
import { daysBetween } from './dates.ts'

const MONTHS_UNTIL_YEARS_COUNT = 24

export interface Age {
  unit: 'days' | 'months' | 'years'
  count: number
}

/** How people say an age: in days before the first month, in months before the second birthday, in years after. */
export function ageOf(dateOfBirth: string, today: string): Age {
  const months = completedMonths(dateOfBirth, today)
  if (months < 1) return { unit: 'days', count: Math.max(0, daysBetween(dateOfBirth, today)) }
  if (months < MONTHS_UNTIL_YEARS_COUNT) return { unit: 'months', count: months }
  return { unit: 'years', count: ageInYears(dateOfBirth, today) }
}

/** Who is born on the 31st completes a month on the 1st where the month before had no such day. */
function completedMonths(from: string, to: string): number {
  const [fromYear, fromMonth] = from.split('-').map(Number)
  const [toYear, toMonth] = to.split('-').map(Number)
  const months = (toYear! - fromYear!) * 12 + (toMonth! - fromMonth!)
  return to.slice(8) < from.slice(8) ? months - 1 : months
}
