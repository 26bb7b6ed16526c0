import { expect, test } from 'vitest'
import { RELEASE_POLICIES, type ReportedChange, waitsForRelease } from './result-release.ts'
import { RESULT_STATUSES } from './results.ts'

const first: ReportedChange = {
  before: null,
  after: 'final',
  isHeld: false,
  hasNewCritical: false,
  hasNewValues: true,
}
const waits = (policy: (typeof RELEASE_POLICIES)[number], change: Partial<ReportedChange> = {}) =>
  waitsForRelease(policy, { ...first, ...change })

test("a first report waits as the network's policy says", () => {
  expect(RELEASE_POLICIES.map((policy) => waits(policy))).toEqual([false, false, true])
  expect(RELEASE_POLICIES.map((policy) => waits(policy, { hasNewCritical: true }))).toEqual([
    false,
    true,
    true,
  ])
  expect(waits('all', { after: 'preliminary' })).toBe(true)
})

test('a correction of a released report waits only for a new critical value', () => {
  const correction = { before: 'final', after: 'corrected' } as const
  expect(RELEASE_POLICIES.map((policy) => waits(policy, correction))).toEqual([false, false, false])
  expect(RELEASE_POLICIES.map((policy) => waits(policy, { ...correction, hasNewCritical: true }))).toEqual([
    false,
    true,
    true,
  ])
})

test('a final report after a released preliminary one waits under “all” if it has new values', () => {
  const isFinal = { before: 'preliminary', after: 'final' } as const
  expect(waits('all', isFinal)).toBe(true)
  expect(waits('all', { ...isFinal, hasNewValues: false })).toBe(false)
  expect(waits('critical', isFinal)).toBe(false)
})

test('a held report keeps waiting under every policy, until nothing is left to see', () => {
  for (const policy of RELEASE_POLICIES) {
    for (const after of RESULT_STATUSES) {
      expect(waits(policy, { before: 'final', after, isHeld: true, hasNewValues: false })).toBe(
        after !== 'cancelled',
      )
    }
    expect(waits(policy, { after: null, hasNewCritical: true })).toBe(false)
  }
})
