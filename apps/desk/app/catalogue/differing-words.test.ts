import { expect, test } from 'vitest'
import { differingWords } from './differing-words.ts'

test('two texts are split into what both ends share and the words that differ in between', () => {
  for (const [before, after, ...parts] of [
    ['blood count', 'full blood count', '', '', 'full ', 'blood count'],
    ['Morfologia krwi i OB', 'Morfologia krwi i OB (nowe)', 'Morfologia krwi i OB', '', ' (nowe)', ''],
    ['cell count', 'cell count, and more', 'cell count', '', ', and more', ''],
    ['not fasting, at noon', 'fasting, at noon', '', 'not ', '', 'fasting, at noon'],
    ['takes 2 days', 'takes 12 days', 'takes ', '2', '12', ' days'],
    ['["a","b"]', '["a","b","c"]', '["a","b"', '', ',"c"', ']'],
    ['one one', 'one one one', 'one one', '', ' one', ''],
    ['33', '34', '', '33', '34', ''],
    ['1.50', '1.75', '', '1.50', '1.75', ''],
    ['й', 'и', '', 'й', 'и', ''],
    ['see 🧪', 'see 🧬', 'see ', '🧪', '🧬', ''],
    ['', 'new', '', '', 'new', ''],
  ] as const) {
    const { head, removed, added, tail } = differingWords(before, after)
    expect([head, removed, added, tail], `${before} / ${after}`).toEqual(parts)
    expect(head + removed + tail).toBe(before)
    expect(head + added + tail).toBe(after)
  }
})
