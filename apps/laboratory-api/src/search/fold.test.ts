import { expect, test } from 'vitest'
import { fold, wordsOf } from './fold.ts'

test.each([
  ['Мёд', 'мед'],
  ['Йод', 'иод'],
  ['Müller', 'muller'],
  ['B₁₂', 'b12'],
  ['β-ХГЧ', 'beta-хгч'],
  ['кроў', 'кроу'],
  ['Żelazo i wątroba', 'zhelazo i watroba'],
  ['Železo', 'zhelezo'],
  ['Łupus', 'lupus'],
  ['ＴＳＨ', 'tsh'],
])('%s is folded to %s', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test('words consist of letters and digits; an apostrophe inside a word does not split it', () => {
  expect(wordsOf("Women's 25(OH)-D3, al’fa / 'x'")).toEqual(['womens', '25', 'oh', 'd3', 'alfa', 'x'])
})

test('a text without letters and digits has no words', () => {
  expect(wordsOf(' !?… — ')).toEqual([])
})
