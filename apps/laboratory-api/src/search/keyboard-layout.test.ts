import { expect, test } from 'vitest'
import { otherLayout } from './keyboard-layout.ts'

test.each([
  ['uk.rjpf', 'глюкоза'],
  ["'cnhflbjk", 'эстрадиол'],
  ['[jktcnthby', 'холестерин'],
  ['Dbnfvby L', 'Витамин Д'],
  ['епд', 'tgl'],
  ['мшефьшт в', 'vitamin d'],
  ['сисю', 'cbc.'],
  ['рюзндщкш', 'h.pylori'],
])('%s was meant as %s', (typed, meant) => {
  expect(otherLayout(typed)).toBe(meant)
})

test.each(['витамин d', 'хухры', 'ъыъ', '12-34', '', '  '])('%j has no other layout', (text) => {
  expect(otherLayout(text)).toBeNull()
})
