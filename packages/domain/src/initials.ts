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

/** With its marks. Not by `Intl.Segmenter`, whose first on a page takes a slow phone 100 ms and more. */
function firstLetter(word: string): string {
  return /\p{L}\p{M}*/u.exec(word.normalize('NFC'))?.[0].toUpperCase() ?? ''
}
