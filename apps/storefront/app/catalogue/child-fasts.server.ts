import type { Analysis } from '@shop/contract/catalogue-codec'
import { fastingHoursAt } from '@shop/domain/preparation'

/** How children fast where less is asked of them than of adults. */
export interface ChildFasts {
  /** Babies may be fed until shortly before. */
  isBabyFed: boolean
  /** Hours from the first birthday on; null: the same as for adults. */
  childHours: number | null
}

/** Null if no fast is needed, or if children may not take these analyses. */
export function childFasts(analyses: readonly Pick<Analysis, 'preparation' | 'rules'>[]): ChildFasts | null {
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
