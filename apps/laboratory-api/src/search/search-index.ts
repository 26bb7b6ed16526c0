import { LONGEST_SEARCH_TERM } from '@shop/contract/input-lengths'
import { madeOnceFor } from '@shop/server/made-once'
import { buildVocabulary } from './build-vocabulary.ts'
import { fold } from './fold.ts'
import { otherLayout } from './keyboard-layout.ts'
import { type Engine, type Reading, rank } from './rank-entries.ts'
import { forgiveMistakes, type QueryWord, queryWords } from './read-query.ts'
import { createScorer } from './score-entries.ts'
import type { SearchEntry } from './search-entry.ts'
import { BY_NAME, findSeveral } from './several-tests.ts'
import { CARRY_NOTHING } from './stop-words.ts'
import { isStrange, SURELY, saysAName } from './strange-words.ts'

export interface SearchIndex {
  /**
   * Ids of the analyses that fit, best first. Never throws, whatever the term; a term without meaning finds
   * nothing.
   */
  search(term: string, options: SearchOptions): number[]
  /** Some text of the catalogue contains the word. */
  knows(word: string): boolean
}

interface SearchOptions {
  limit: number
  offeredIds: ReadonlySet<number>
  /** The reason that the term is about: its analyses come first, unless the term is a name. */
  reason?: AnalysesOfReason | null
}

/** The analyses that laboratories offer for a reason, in their order, and those that must not be the first answer. */
export interface AnalysesOfReason {
  readonly analysisIds: readonly number[]
  readonly neverFirstAnalysisIds: ReadonlySet<number>
}

/** The factor for a reading in the other layout: the text as typed is more likely to be meant. */
const OTHER_LAYOUT = 0.9
/** In the other layout, no mistakes are forgiven in a short word: `пщщщ` is not a misspelt `good`. */
const SHORTEST_OTHER = 5
/** How sure a match is that is spelt as in the catalogue. */
const AS_WRITTEN = 0.97

/** Less sure matches share a word with the term by accident. */
const LEAST_SURE = { ofOneWord: 0.34, ofSeveral: 0.55, ofPart: 0.4 }
/**
 * The least score of a misspelt or partial name whose first `LIKELY_FIRST` results come before the reason's
 * analyses.
 */
const LIKELY = 0.5
const LIKELY_FIRST = 2

/**
 * Builds the index of one catalogue version in pieces, so that requests are served in between. Everyday words
 * are not taken for misspellings.
 */
export async function createSearchIndex(
  entries: readonly SearchEntry[],
  isEveryday: (word: string) => boolean = () => false,
): Promise<SearchIndex> {
  const vocabulary = await buildVocabulary(entries)
  const ids = entries.map(({ id }) => id)
  const rarities = Float32Array.from(vocabulary.frequencies, (frequency) =>
    Math.log(1 + ids.length / frequency),
  )
  const engine: Engine = {
    vocabulary,
    isPopular: Uint8Array.from(entries, ({ isPopular }) => (isPopular ? 1 : 0)),
    score: createScorer(vocabulary, ids.length),
    rarities,
    isEveryday,
  }
  const allowedOf = madeOnceFor((offeredIds: ReadonlySet<number>) =>
    Uint8Array.from(ids, (id) => (offeredIds.has(id) ? 1 : 0)),
  )
  return {
    search(term, { limit, offeredIds, reason }) {
      const { places, ...kind } = find(engine, term.slice(0, LONGEST_SEARCH_TERM), allowedOf(offeredIds))
      const found = { ids: places.map((place) => ids[place]!), ...kind }
      return (reason ? withReason(found, reason, offeredIds) : found.ids).slice(0, limit)
    },
    knows: (word) => vocabulary.words.find(fold(word)) !== undefined,
  }
}

function withReason(
  { ids, isCalled, isLikely }: Omit<Found, 'places'> & { ids: readonly number[] },
  { analysisIds, neverFirstAnalysisIds }: AnalysesOfReason,
  offeredIds: ReadonlySet<number>,
): number[] {
  const own = analysisIds.filter((id) => offeredIds.has(id))
  if (isCalled) return [...new Set([...ids, ...own])]
  const ordered = [...(isLikely ? ids.slice(0, LIKELY_FIRST) : []), ...own, ...ids]
  const first = ordered.filter((id) => !neverFirstAnalysisIds.has(id))
  return [...new Set([...first, ...ordered])]
}

interface Found {
  places: readonly number[]
  /** The term is a name of several words, so the name is meant. */
  isCalled: boolean
  /** Some entry has all of several words: that says more than the reason they suggest. */
  isLikely?: boolean
}

/**
 * Tries whole words, then misspellings, then misspellings in the other layout. Each step runs only if the
 * ones before found no entry with every word.
 */
function find(engine: Engine, term: string, isAllowed: Uint8Array): Found {
  const readings = readingsOf(engine, term)
  const nothing = { places: [], isCalled: false }
  if (readings[0]!.query.every(({ word }) => CARRY_NOTHING.has(word))) return nothing
  let ranking = rank(engine, readings, isAllowed)
  for (let at = 0; at < readings.length && !ranking.hasWhole; at++) {
    readings[at] = forgive(engine, readings[at]!, at > 0)
    ranking = rank(engine, readings, isAllowed)
  }
  const { places, bestScore, surest } = ranking
  const words = readings[0]!.query.filter(({ isStopWord }) => !isStopWord).length
  if (bestScore >= SURELY) return { places, isCalled: words > 1 }
  const several = findSeveral(engine, readings, isAllowed)
  if (several) return { places: several, isCalled: true }
  const isWhole = words > 1 && ranking.hasWhole
  const isLikely = isWhole && bestScore >= LIKELY
  const isCertain = readings.some(({ query }) => query.every((word) => isOfName(engine, word)))
  if (isCertain) return { places, isCalled: false, isLikely }
  const isNonsense = readings.every(({ query }) => query.some((word) => isStrange(engine, word, words)))
  const isNamed = isNonsense && saysAName(engine, readings[0]!.query, places)
  if (isNonsense && !isNamed) return nothing
  const isPart =
    isNamed || isWhole || readings.some(({ query }) => query.some((word) => beginsAName(engine, word)))
  const least = words < 2 ? LEAST_SURE.ofOneWord : isPart ? LEAST_SURE.ofPart : LEAST_SURE.ofSeveral
  if (surest < least) return nothing
  return { places, isCalled: false, isLikely }
}

/** The term as typed, and as typed in the other keyboard layout. */
function readingsOf({ vocabulary, isPopular: { length } }: Engine, term: string): Reading[] {
  const other = otherLayout(term)
  const typed = { query: queryWords(vocabulary, term, length), factor: 1 }
  if (other === null) return [typed]
  const query = queryWords(vocabulary, other, length)
  // If the text as typed begins known words, the other layout counts only if it gives whole words: `сис` is
  // cbc, but `лютр` is not `k.nh`.
  const isBegun = typed.query.every(({ isKnown }) => isKnown)
  const isWritten = query.every(({ word, meanings }, at) => {
    const letters = typed.query[at]?.word.length ?? Number.POSITIVE_INFINITY
    return word.length >= letters && [...meanings.values()].some((sure) => sure >= AS_WRITTEN)
  })
  if (isBegun && !isWritten) return [typed]
  return [typed, { query, factor: OTHER_LAYOUT }]
}

function forgive(
  { vocabulary, isPopular: { length }, isEveryday }: Engine,
  { query, factor }: Reading,
  isOther: boolean,
): Reading {
  const unsure = query.flatMap((word, place) =>
    isSure(word) || isEveryday(word.word) || (isOther && word.word.length < SHORTEST_OTHER) ? [] : [place],
  )
  return { query: forgiveMistakes(vocabulary, query, new Set(unsure), length), factor }
}

/** `срб ультрачувствительный`: one word begins a name, whatever the other may be. */
function beginsAName({ vocabulary }: Engine, { meanings, isStopWord }: QueryWord): boolean {
  if (isStopWord) return false
  for (const [word, sure] of meanings) if (sure >= BY_NAME && vocabulary.beginsName[word] === 1) return true
  return false
}

/** `free movies`: `moves` is only in a description. */
function isOfName({ vocabulary }: Engine, { meanings, isStopWord }: QueryWord): boolean {
  for (const [word, sure] of meanings) {
    if (sure >= SURELY && (isStopWord || vocabulary.isOfName[word] === 1)) return true
  }
  return false
}

function isSure({ meanings }: QueryWord): boolean {
  for (const sure of meanings.values()) if (sure >= SURELY) return true
  return false
}
