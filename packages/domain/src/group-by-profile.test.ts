import { expect, test } from 'vitest'
import { groupByProfile } from './group-by-profile.ts'

const profiles = [
  { name: 'Thyroid', analysisIds: [2, 3] },
  { name: 'Anaemia', analysisIds: [3, 4] },
  { name: 'Gone', analysisIds: [9] },
]

test('each line is listed once under its profile, after the lines without one and before those that are not analyses', () => {
  const lines = [4, 3, 1, null, 2]
  expect(groupByProfile(lines, profiles, (line) => line)).toEqual([
    { profile: null, lines: [1] },
    { profile: 'Thyroid', lines: [3, 2] },
    { profile: 'Anaemia', lines: [4] },
    { profile: null, lines: [null] },
  ])
})
