import type { Vocabulary } from './build-vocabulary.ts'
import type { QueryWord } from './read-query.ts'

/** The entries that a query finds. The arrays belong to the scorer and are valid until its next call. */
export interface Scores {
  /** Places of the entries that have at least one word of the query. */
  readonly found: readonly number[]
  /** By place: how well the entry fits; 1 if every word is surely one of its names. */
  readonly scores: Float32Array
  /** By place: the share of the query's words, by weight, that the entry has. */
  readonly coverage: Float32Array
  /** By place: the same, with each word multiplied by how sure its meaning is, in any field. */
  readonly sureness: Float32Array
}

export type Scorer = (query: readonly QueryWord[], isAllowed: Uint8Array) => Scores

/**
 * Scores entries: each word of the query counts once in an entry, with its surest meaning in the best field.
 * The arrays are reused, because allocating and clearing them for every query would cost more than the search
 * in a large catalogue.
 */
export function createScorer(
  { places: { values, starts }, weights }: Vocabulary,
  entryCount: number,
): Scorer {
  const scores = new Float32Array(entryCount)
  const coverage = new Float32Array(entryCount)
  const sureness = new Float32Array(entryCount)
  const best = new Float32Array(entryCount)
  const surest = new Float32Array(entryCount)
  let found: number[] = []

  function scoreWord({ meanings, weight }: QueryWord, share: number, isAllowed: Uint8Array): void {
    const touched: number[] = []
    for (const [number, sure] of meanings) {
      for (let index = starts[number]!; index < starts[number + 1]!; index++) {
        const place = values[index]!
        if (isAllowed[place] === 0) continue
        const score = sure * weights[index]!
        if (surest[place] === 0) touched.push(place)
        if (score > best[place]!) best[place] = score
        if (sure > surest[place]!) surest[place] = sure
      }
    }
    if (weight === 0) return
    for (const place of touched) {
      if (coverage[place] === 0) found.push(place)
      scores[place]! += best[place]! * share
      coverage[place]! += share
      sureness[place]! += surest[place]! * share
      best[place] = 0
      surest[place] = 0
    }
  }

  return (query, isAllowed) => {
    for (const place of found) {
      scores[place] = 0
      coverage[place] = 0
      sureness[place] = 0
    }
    found = []
    const total = query.reduce((sum, { weight }) => sum + weight, 0) || 1
    for (const word of query) scoreWord(word, word.weight / total, isAllowed)
    return { found, scores, coverage, sureness }
  }
}
