import type { ResultStatus } from './results.ts'

/** Which reports wait until a doctor of the laboratory releases them: none, those with a critical value, or all. */
export const RELEASE_POLICIES = ['none', 'critical', 'all'] as const
export type ReleasePolicy = (typeof RELEASE_POLICIES)[number]

/** What a report changed, compared with what was there before. */
export interface ReportedChange {
  /** What a reader would see before and after it; null: nothing yet. */
  before: ResultStatus | null
  after: ResultStatus | null
  /** It is already waiting. */
  isHeld: boolean
  /** Critical values that no one was shown before, and any values that were not there before. */
  hasNewCritical: boolean
  hasNewValues: boolean
}

/**
 * Whether a report waits once it is stored. A held report keeps waiting, whatever corrects it: a doctor must see
 * that there was something. A released one is not held again for a correction, unless that brings a critical value.
 */
export function waitsForRelease(policy: ReleasePolicy, change: ReportedChange): boolean {
  const { before, after, isHeld, hasNewCritical, hasNewValues } = change
  // There is no result, and a patient waiting for one must come again.
  if (after === null || after === 'cancelled') return false
  if (isHeld) return true
  if (policy === 'none') return false
  if (hasNewCritical) return true
  if (policy === 'critical') return false
  // A doctor who released the preliminary report has not seen the final one.
  return before === null || before === 'cancelled' || (before === 'preliminary' && hasNewValues)
}
