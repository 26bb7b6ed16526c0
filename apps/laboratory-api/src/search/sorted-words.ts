/** Distinct words in order, to look up whole words and beginnings. A word's number is its position in `words`. */
export interface SortedWords {
  readonly words: readonly string[]
  find(word: string): number | undefined
  /** The range of matching numbers: the first, and the one after the last. */
  beginningWith(prefix: string): [number, number]
}

export function sortWords(given: Iterable<string>): SortedWords {
  const words = [...new Set(given)].sort()
  return {
    words,
    find(word) {
      const number = firstFrom(words, word)
      return words[number] === word ? number : undefined
    },
    beginningWith: (prefix) => [firstFrom(words, prefix), firstFrom(words, `${prefix}\uffff`)],
  }
}

function firstFrom(words: readonly string[], bound: string): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (words[middle]! < bound) low = middle + 1
    else high = middle
  }
  return low
}
