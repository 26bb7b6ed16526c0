import type { WireAnalysis } from '@shop/contract/catalogue'
import { fastingHoursAt } from '@shop/domain/preparation'

/** What is asked of children where less is than of adults. */
export interface ChildFasts {
  /** Fed until shortly before. */
  isBabyFed: boolean
  /** Hours from the first birthday on; null: as an adult. */
  childHours: number | null
}

/** Null where nobody fasts, or children may not take these analyses. */
export function childFasts(
  analyses: readonly Pick<WireAnalysis, 'preparation' | 'rules'>[],
): ChildFasts | null {
  const hours = Math.max(0, ...analyses.map(({ preparation }) => preparation.fastingHours))
  const isForAdults = analyses.some(({ rules }) =>
    rules.some(({ type }) => type === 'MIN_AGE' || type === 'PREGNANCY_ONLY'),
  )
  if (hours === 0 || isForAdults) return null
  const childHours = fastingHoursAt(hours, 1)
  return {
    isBabyFed: fastingHoursAt(hours, 0) === 0,
    childHours: childHours === hours ? null : childHours,
  }
}
