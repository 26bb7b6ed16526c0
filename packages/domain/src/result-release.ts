import type { ResultStatus } from './results.ts'

/** Which reports wait until a doctor of the laboratory releases them: none, those with a critical value, all. */
export const RELEASE_POLICIES = ['none', 'critical', 'all'] as const
export type ReleasePolicy = (typeof RELEASE_POLICIES)[number]

/** What a report brought, beside what was there before. */
export interface ReportedChange {
  /** What a reader would see of it before and now; null: nothing yet. */
  before: ResultStatus | null
  after: ResultStatus | null
  /** It waits already. */
  isHeld: boolean
  /** Critical values that nobody was shown before, and values at all that were not there. */
  hasNewCritical: boolean
  hasNewValues: boolean
}

/**
 * Whether a report waits once it is stored. What waits goes on waiting, whatever corrects it: somebody is to see that there was
 * something. What was released is not held again for a correction, unless it brings a critical value.
 */
export function waitsForRelease(policy: ReleasePolicy, change: ReportedChange): boolean {
  const { before, after, isHeld, hasNewCritical, hasNewValues } = change
  // Nothing was found, and whoever waits for it has to come again.
  if (after === null || after === 'cancelled') return false
  if (isHeld) return true
  if (policy === 'none') return false
  if (hasNewCritical) return true
  if (policy === 'critical') return false
  // A doctor who released what was preliminary has not seen what is final.
  return before === null || before === 'cancelled' || (before === 'preliminary' && hasNewValues)
}
