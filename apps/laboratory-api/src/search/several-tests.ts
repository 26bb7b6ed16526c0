import { type Engine, type Reading, rank } from './rank-entries.ts'
import type { QueryWord } from './read-query.ts'

/** The same word in either script, but not in another form. */
export const BY_NAME = 0.95
const LONGEST_NAME = 3

/**
 * `ттг т4 ат-тпо` asks for three tests: a query that is no entry's name is split into names, and their
 * results are interleaved, the best of each first. Null if it cannot be split.
 */
export function findSeveral(
  engine: Engine,
  readings: readonly Reading[],
  isAllowed: Uint8Array,
): number[] | null {
  for (const { query, factor } of readings) {
    const names = splitIntoNames(
      engine,
      query.filter(({ isStopWord }) => !isStopWord),
    )
    if (!names || names.length < 2) continue
    const lists = names.map((name) => rank(engine, [{ query: name, factor }], isAllowed).places)
    const longest = Math.max(...lists.map((list) => list.length))
    const inTurn = Array.from({ length: longest }, (_, turn) =>
      lists.flatMap((list) => list.slice(turn, turn + 1)),
    )
    return [...new Set(inTurn.flat())]
  }
  return null
}

/** Takes the longest names first; null if a word belongs to no name. */
function splitIntoNames(engine: Engine, words: readonly QueryWord[]): QueryWord[][] | null {
  const names: QueryWord[][] = []
  for (let at = 0; at < words.length; ) {
    const length = nameLength(engine, words, at)
    if (length === 0) return null
    names.push(words.slice(at, at + length))
    at += length
  }
  return names
}

function nameLength({ vocabulary }: Engine, words: readonly QueryWord[], at: number): number {
  for (let length = LONGEST_NAME; length > 1; length--) {
    const part = words.slice(at, at + length)
    if (part.length === length && vocabulary.shortNames.has(part.map(({ word }) => word).join(' ')))
      return length
  }
  for (const [word, sure] of words[at]!.meanings) {
    if (sure >= BY_NAME && vocabulary.beginsName[word] === 1) return 1
  }
  return 0
}
