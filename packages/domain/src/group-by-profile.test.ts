import { expect, test } from 'vitest'
import { groupByProfile } from './group-by-profile.ts'

const profiles = [
  { name: 'Thyroid', analysisIds: [2, 3] },
  { name: 'Anaemia', analysisIds: [3, 4] },
  { name: 'Gone', analysisIds: [9] },
]

test('lines stand under their profile once, what came alone before them and what is no analysis after them', () => {
  const lines = [4, 3, 1, null, 2]
  expect(groupByProfile(lines, profiles, (line) => line)).toEqual([
    { profile: null, lines: [1] },
    { profile: 'Thyroid', lines: [3, 2] },
    { profile: 'Anaemia', lines: [4] },
    { profile: null, lines: [null] },
  ])
})
