export interface MarkedPart {
  text: string
  isHit: boolean
}

const SHORTEST_WORD = 2

/** Maps character to character, so that positions stay: lower case, without accents, ё as е. */
function fold(text: string): string {
  return [...text].map((letter) => foldLetter(letter).padEnd(letter.length)).join('')
}

function foldLetter(letter: string): string {
  const plain = letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.length === letter.length ? plain : letter
}

/** Splits a name at words that begin with a word of the term, to mark why it was found. */
export function markHit(name: string, term: string): MarkedPart[] {
  const words = fold(term)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= SHORTEST_WORD)
    .sort((a, b) => b.length - a.length)
  if (words.length === 0) return [{ text: name, isHit: false }]
  const hit = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})`, 'gu')
  const parts: MarkedPart[] = []
  let end = 0
  for (const { index, 0: found } of fold(name).matchAll(hit)) {
    if (index > end) parts.push({ text: name.slice(end, index), isHit: false })
    parts.push({ text: name.slice(index, index + found.length), isHit: true })
    end = index + found.length
  }
  if (end < name.length) parts.push({ text: name.slice(end), isHit: false })
  return parts
}
