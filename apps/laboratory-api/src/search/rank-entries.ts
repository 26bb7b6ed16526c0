import { createPhraseScorer } from './best-phrase.ts'
import { bestPlaces } from './best-places.ts'
import type { Vocabulary } from './build-vocabulary.ts'
import type { QueryWord } from './read-query.ts'
import type { Scorer } from './score-entries.ts'

/** One way to read the term. */
export interface Reading {
  query: readonly QueryWord[]
  /** How likely this reading is, 0 to 1. */
  factor: number
}

export interface Engine {
  /** By place: 1 if the entry is ordered often. */
  isPopular: Uint8Array
  vocabulary: Vocabulary
  score: Scorer
  /** By word: how rare it is. */
  rarities: Float32Array
  /** An everyday word is not a misspelling of a name. */
  isEveryday: (word: string) => boolean
}

export interface Ranking {
  /** Places of entries, best first. */
  places: number[]
  /** Some entry has every word of the query. */
  hasWhole: boolean
  /** 1: every word of the query is surely one of some entry's names. */
  bestScore: number
  /**
   * How sure the surest answer is, 0 to 1, by the meanings of its words in any field; matches found only in
   * descriptions do not count.
   */
  surest: number
}

const RANKED_AT_MOST = 200
const PHRASE = 0.8
const POPULAR = 0.1
/** Entries far less sure than the surest match have hardly anything to do with the query. */
const LEAST_OF_SUREST = 0.4
const WHOLE = 0.999
/** A word found only in descriptions is not an answer, and neither is a misspelt name beside one. */
const LEAST_SCORE = { ofOneWord: 0.3, ofSeveral: 0.38 }

interface Ranked {
  score: number
  sureness: number
}

/** Ranks entries by their best reading. `isAllowed` is 1 for places that may be found. */
export function rank(engine: Engine, readings: readonly Reading[], isAllowed: Uint8Array): Ranking {
  const ranked = new Map<number, Ranked>()
  let hasWhole = false
  let bestScore = 0
  let surest = 0
  for (const reading of readings) {
    const found = rankReading(engine, reading, isAllowed, ranked)
    if (found.hasWhole) hasWhole = true
    bestScore = Math.max(bestScore, found.bestScore)
    surest = Math.max(surest, found.surest)
  }
  let most = 0
  for (const { sureness } of ranked.values()) most = Math.max(most, sureness)
  const kept = [...ranked].filter(([, { sureness }]) => sureness >= most * LEAST_OF_SUREST)
  kept.sort(([leftPlace, left], [rightPlace, right]) => right.score - left.score || leftPlace - rightPlace)
  return { places: kept.map(([place]) => place), hasWhole, bestScore, surest }
}

/** Adds the entries that one reading finds. */
function rankReading(
  { vocabulary, isPopular, rarities, score: scoreOf }: Engine,
  { query, factor }: Reading,
  isAllowed: Uint8Array,
  ranked: Map<number, Ranked>,
): Omit<Ranking, 'places'> {
  const { found, scores, coverage, sureness } = scoreOf(query, isAllowed)
  const phraseOf = createPhraseScorer(vocabulary, query, rarities)
  const leastScore = query.length > 1 ? LEAST_SCORE.ofSeveral : LEAST_SCORE.ofOneWord
  let hasWhole = false
  let bestScore = 0
  let surest = 0
  for (const place of bestPlaces(found, scores, RANKED_AT_MOST)) {
    if (coverage[place]! >= WHOLE) hasWhole = true
    bestScore = Math.max(bestScore, scores[place]!)
    if (scores[place]! >= leastScore) surest = Math.max(surest, factor * sureness[place]!)
    const popular = isPopular[place] ? POPULAR : 0
    const score = factor * sureness[place]! * (scores[place]! + PHRASE * phraseOf(place) + popular)
    if (score <= (ranked.get(place)?.score ?? 0)) continue
    ranked.set(place, { score, sureness: factor * sureness[place]! })
  }
  return { hasWhole, bestScore, surest }
}
