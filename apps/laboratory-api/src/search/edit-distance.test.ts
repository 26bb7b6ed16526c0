import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

test.each([
  ['ферритин', 'ферритин', 0],
  ['глюкза', 'глюкоза', 1],
  ['инсуилн', 'инсулин', 1],
  ['тестастирон', 'тестостерон', 2],
  ['ths', 'tsh', 1],
])('%s and %s are %i mistakes apart', (left, right, distance) => {
  expect(editDistance(left, right, 3)).toBe(distance)
})

test('more mistakes than the limit count as the limit plus one', () => {
  expect(editDistance('калий', 'фибриноген', 2)).toBe(3)
})

test('a word that is still being typed is compared with the closest beginning', () => {
  expect(editDistance('халестер', 'холестерин', 2, true)).toBe(1)
  expect(editDistance('халестер', 'холестерин', 2)).toBe(3)
})

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })

test('the distance is zero only for equal words, and symmetric', () => {
  fc.assert(
    fc.property(letters, letters, (left, right) => {
      expect(editDistance(left, right, 9) === 0).toBe(left === right)
      expect(editDistance(left, right, 9)).toBe(editDistance(right, left, 9))
    }),
  )
})

test('a limit never rejects a word within it', () => {
  fc.assert(
    fc.property(letters, letters, fc.integer({ min: 0, max: 3 }), (left, right, limit) => {
      expect(editDistance(left, right, limit)).toBe(Math.min(editDistance(left, right, 9), limit + 1))
    }),
  )
})

test('one insertion, deletion, substitution or swap is one mistake', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 2, maxLength: 10 }), fc.nat(), (word, seed) => {
      const at = seed % (word.length - 1)
      const swapped = word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
      const shorter = word.slice(0, at) + word.slice(at + 1)
      const changed = `${word.slice(0, at)}\u0000${word.slice(at + 1)}`
      for (const other of [swapped, shorter, changed])
        expect(editDistance(word, other, 3)).toBeLessThanOrEqual(1)
    }),
  )
})
