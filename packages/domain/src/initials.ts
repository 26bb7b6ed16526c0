const MAXIMUM = 2

/**
 * Initials of a name in any script: first letters of the first and the last word, in capitals where the
 * script has them. 'Анна-Мария Ковалёва' gives 'АК', '王小明' gives '王', a name without letters gives ''.
 */
export function initials(name: string): string {
  const words = name
    .split(/\s+/u)
    .map(firstLetter)
    .filter((letter) => letter !== '')
  const ends = words.length > MAXIMUM ? [words[0], words.at(-1)] : words
  return ends.join('')
}

function firstLetter(word: string): string {
  // For no particular language it serves all scripts. Made here: the first takes 20 ms, which no page without a name should wait for.
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  for (const { segment } of segmenter.segment(word.normalize('NFC'))) {
    if (/\p{L}/u.test(segment)) return segment.toUpperCase()
  }
  return ''
}
