import type { Vocabulary } from './build-vocabulary.ts'
import type { Engine } from './rank-entries.ts'
import type { QueryWord } from './read-query.ts'
import { FIELD_WEIGHTS } from './search-entry.ts'

/**
 * The least sureness of a word of a name, perhaps in another form: `ферритина`. A word that matches the catalogue
 * this surely is not taken for a misspelling of another.
 */
export const SURELY = 0.86
/**
 * Beside an unknown word a name counts only if one of its words is in at most this many entries. Not so
 * `витамин хрюмзик`.
 */
const ENTRIES_AT_MOST = 10

/**
 * A word that is in no name and begins none, even misspelt, and that is no everyday word either. A word typed
 * alone may be misspelt more badly: nothing else could be meant.
 */
export function isStrange(
  { isEveryday }: Engine,
  { word, isKnown, isStopWord, meanings }: QueryWord,
  words: number,
): boolean {
  const hasMeaning = words < 2 ? meanings.size > 0 : isKnown
  return !isStopWord && !hasMeaning && !isEveryday(word)
}

/**
 * `срб ультрачувствительный`: beside the unknown word is a whole name that few entries have. Not so
 * `дрыгоножка вторая`.
 */
export function saysAName(
  { vocabulary, isPopular: { length } }: Engine,
  query: readonly QueryWord[],
  places: readonly number[],
): boolean {
  const leastWeight = Math.log(1 + length / ENTRIES_AT_MOST)
  const said = new Map<number, number>()
  for (const { meanings, weight } of query) {
    for (const [number, sure] of meanings) {
      if (sure >= SURELY) said.set(number, Math.max(weight, said.get(number) ?? 0))
    }
  }
  return places.some((place) =>
    namesAt(vocabulary, place).some(
      (name) =>
        name.every((number) => said.has(number)) && name.some((number) => said.get(number)! >= leastWeight),
    ),
  )
}

/** The names, synonyms and codes of an entry, as the numbers of their words. */
function namesAt({ phrases, phraseWeights, phraseStarts }: Vocabulary, place: number): Int32Array[] {
  const names: Int32Array[] = []
  for (let index = phraseStarts[place]!; index < phraseStarts[place + 1]!; index++) {
    if (phraseWeights[index]! < FIELD_WEIGHTS.names) continue
    const name = phrases.values.subarray(phrases.starts[index]!, phrases.starts[index + 1]!)
    if (name.length > 0) names.push(name)
  }
  return names
}
