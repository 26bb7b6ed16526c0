import { expect, test } from 'vitest'
import { initials } from './avatar.tsx'

test.each([
  ['Anna Kovaleva', 'AK'],
  ['анна-мария ковалёва', 'АК'],
  ['Ludwig Mies van der Rohe', 'LR'],
  ['  Élodie   ökonom ', 'ÉÖ'],
  ['王小明', '王'],
  ['محمد علي', 'مع'],
  ['नेहा शर्मा', 'नेश'],
  ['Ґанна (Galya)', 'ҐG'],
  ["'t Hooft", 'TH'],
  ['Anna 2', 'A'],
  ['𐐨𐐩 smith', '𐐀S'],
  ['', ''],
  ['?! 42', ''],
])('the initials of "%s" are "%s"', { tags: ['SPEC-2-BAR-AVATAR'] }, (name, expected) => {
  expect(initials(name)).toBe(expected)
})

test('a letter typed as base and accent counts as one letter', () => {
  expect(initials('E\u0301lodie Noir')).toBe('ÉN')
})
