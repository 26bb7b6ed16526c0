import { expect, test } from 'vitest'
import profiles from '../../../../catalogue/profiles.json'
import { CODES, PURPOSES } from './profile-purposes.server.ts'

test('every profile of the catalogue has a purpose, and each purpose has at least two profiles', () => {
  const codes = profiles.map(({ code }) => code)
  expect(new Set(Object.values(CODES).flat())).toEqual(new Set(codes))
  for (const purpose of PURPOSES) expect(CODES[purpose].length, purpose).toBeGreaterThan(1)
})
