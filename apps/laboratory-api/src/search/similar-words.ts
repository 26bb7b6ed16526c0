import { editDistance } from './edit-distance.ts'
import { groupNumbers, listsOf } from './lists.ts'

/** Finds words with a similar spelling: first by the pairs of letters they share, then by edit distance. */
export interface SimilarWords {
  /**
   * Words within `maxDistance` mistakes; with `asBeginning`, words whose beginning is within `maxDistance` of
   * `wanted`.
   */
  find(
    wanted: string,
    options: { maxDistance: number; asBeginning: boolean },
    found: (number: number, distance: number) => void,
  ): void
}

/** One mistake changes at most three pairs (a swap of neighbours). */
const PAIRS_PER_MISTAKE = 3
const BEGIN = 1
const END = 2

/** Builds the lookup in pieces, so that requests are served in between. */
export async function indexSimilarWords(words: readonly string[]): Promise<SimilarWords> {
  const wordsByPair = await groupNumbers(words, (word) => pairsOf(word, true))
  const { values, starts } = await listsOf([...wordsByPair.values()])
  const places = new Map([...wordsByPair.keys()].map((pair, place) => [pair, place]))
  const lengths = Uint8Array.from(words, ({ length }) => Math.min(length, 255))
  const shared = new Uint8Array(words.length)
  const touched = new Int32Array(words.length)

  /** Counts the shared pairs of each word of a fitting length; returns how many words share at least one. */
  function countShared(pairs: ReadonlySet<number>, shortest: number, longest: number): number {
    let count = 0
    for (const pair of pairs) {
      const place = places.get(pair)
      if (place === undefined) continue
      const end = starts[place + 1]!
      for (let index = starts[place]!; index < end; index++) {
        const number = values[index]!
        const length = lengths[number]!
        if (length < shortest || length > longest) continue
        if (shared[number] === 0) touched[count++] = number
        shared[number]!++
      }
    }
    return count
  }

  return {
    find(wanted, { maxDistance, asBeginning }, found) {
      const pairs = pairsOf(wanted, !asBeginning)
      const needed = Math.max(1, pairs.size - PAIRS_PER_MISTAKE * maxDistance)
      const longest = asBeginning ? 255 : wanted.length + maxDistance
      const count = countShared(pairs, wanted.length - maxDistance, longest)
      for (let index = 0; index < count; index++) {
        const number = touched[index]!
        const isNear = shared[number]! >= needed
        shared[number] = 0
        if (!isNear) continue
        const distance = editDistance(wanted, words[number]!, maxDistance, asBeginning)
        if (distance <= maxDistance) found(number, distance)
      }
    },
  }
}

/** The distinct pairs of neighbouring letters; the ends of the word count as letters. */
function pairsOf(word: string, withEnd: boolean): Set<number> {
  const pairs = new Set<number>()
  let before = BEGIN
  for (let index = 0; index < word.length; index++) {
    const letter = word.charCodeAt(index)
    pairs.add(before * 65_536 + letter)
    before = letter
  }
  if (withEnd) pairs.add(before * 65_536 + END)
  return pairs
}
