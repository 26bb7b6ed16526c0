import { setImmediate } from 'node:timers/promises'
import { editDistance } from './edit-distance.ts'

/** Looks up words that are spelt nearly like another: by the pairs of letters that they share, then by their distance. */
export interface SimilarWords {
  /** Words within `maxDistance` mistakes; with `asBeginning` such that begin nearly like `wanted`. */
  find(
    wanted: string,
    options: { maxDistance: number; asBeginning: boolean },
    found: (number: number, distance: number) => void,
  ): void
}

/** A mistake changes three pairs at most (a swap of neighbours). */
const PAIRS_PER_MISTAKE = 3
const WORDS_PER_TURN = 5_000
const BEGIN = 1
const END = 2

/** Builds the lookup in turns, so that requests are served in between. */
export async function indexSimilarWords(words: readonly string[]): Promise<SimilarWords> {
  const wordsByPair = await collectPairs(words)
  const shared = new Uint8Array(words.length)
  return {
    find(wanted, { maxDistance, asBeginning }, found) {
      const pairs = pairsOf(wanted, !asBeginning)
      const needed = Math.max(1, pairs.size - PAIRS_PER_MISTAKE * maxDistance)
      const touched: number[] = []
      for (const pair of pairs) {
        for (const number of wordsByPair.get(pair) ?? []) {
          if (shared[number] === 0) touched.push(number)
          shared[number]!++
        }
      }
      for (const number of touched) {
        const count = shared[number]!
        shared[number] = 0
        if (count < needed) continue
        const distance = editDistance(wanted, words[number]!, maxDistance, asBeginning)
        if (distance <= maxDistance) found(number, distance)
      }
    },
  }
}

async function collectPairs(words: readonly string[]): Promise<Map<number, Int32Array>> {
  const lists = new Map<number, number[]>()
  for (const [number, word] of words.entries()) {
    if (number % WORDS_PER_TURN === WORDS_PER_TURN - 1) await setImmediate()
    for (const pair of pairsOf(word, true)) {
      const list = lists.get(pair)
      if (list) list.push(number)
      else lists.set(pair, [number])
    }
  }
  return new Map([...lists].map(([pair, list]) => [pair, Int32Array.from(list)]))
}

/** Distinct pairs of neighbours, the borders of the word counted as letters. */
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
