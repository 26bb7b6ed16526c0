import { buildVocabulary } from './build-vocabulary.ts'
import { otherLayout } from './keyboard-layout.ts'
import { type Engine, type Reading, rank } from './rank-entries.ts'
import { forgiveMistakes, type QueryWord, readQuery } from './read-query.ts'
import { createScorer } from './score-entries.ts'
import type { SearchEntry } from './search-entry.ts'
import { findSeveral } from './several-tests.ts'

export interface SearchIndex {
  /** Ids of what fits, the best first. Never throws, whatever the term; what says nothing finds nothing. */
  search(term: string, options: { limit: number; offeredIds: ReadonlySet<number> }): number[]
}

/** Longer terms are cut: no name has so many letters. */
const LONGEST_TERM = 200
/** What was typed is more likely meant than what the other layout would have given. */
const OTHER_LAYOUT = 0.9
/** A word that is surely one of the catalogue's is not taken for a misspelling of another. */
const SURELY = 0.86

/** Builds the index of one catalogue version, in turns, so that requests are served in between. */
export async function createSearchIndex(entries: readonly SearchEntry[]): Promise<SearchIndex> {
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
  }
  const allowedBySet = new WeakMap<ReadonlySet<number>, Uint8Array>()
  return {
    search(term, { limit, offeredIds }) {
      const isAllowed =
        allowedBySet.get(offeredIds) ?? Uint8Array.from(ids, (id) => (offeredIds.has(id) ? 1 : 0))
      allowedBySet.set(offeredIds, isAllowed)
      const places = find(engine, term.slice(0, LONGEST_TERM), isAllowed)
      return places.slice(0, limit).map((place) => ids[place]!)
    },
  }
}

/** Each step is tried only when those before found no entry with every word: whole words, misspellings, misspellings in the other layout. */
function find(engine: Engine, term: string, isAllowed: Uint8Array): readonly number[] {
  const readings = readingsOf(engine, term)
  let ranking = rank(engine, readings, isAllowed)
  for (let at = 0; at < readings.length && !ranking.hasWhole; at++) {
    readings[at] = forgive(engine, readings[at]!)
    ranking = rank(engine, readings, isAllowed)
  }
  if (ranking.bestScore >= SURELY) return ranking.places
  return findSeveral(engine, readings, isAllowed) ?? ranking.places
}

/** The term as typed, and as the other keyboard layout would have written it. */
function readingsOf({ vocabulary, isPopular: { length } }: Engine, term: string): Reading[] {
  const other = otherLayout(term)
  const typed = { query: readQuery(vocabulary, term, length), factor: 1 }
  if (other === null) return [typed]
  return [typed, { query: readQuery(vocabulary, other, length), factor: OTHER_LAYOUT }]
}

function forgive({ vocabulary, isPopular: { length } }: Engine, { query, factor }: Reading): Reading {
  const unsure = query.flatMap((word, place) => (isSure(word) ? [] : [place]))
  return { query: forgiveMistakes(vocabulary, query, new Set(unsure), length), factor }
}

function isSure({ meanings }: QueryWord): boolean {
  for (const sure of meanings.values()) if (sure >= SURELY) return true
  return false
}
