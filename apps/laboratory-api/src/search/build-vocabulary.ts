import { setImmediate } from 'node:timers/promises'
import { entriesInPieces, mapInPieces } from '@shop/server/in-pieces'
import { type CollectedWords, collectWords, type Occurrences } from './collect-words.ts'
import { groupWords, type Lists, listsOf, type WordsByKey } from './lists.ts'
import { FIELD_WEIGHTS, type SearchEntry } from './search-entry.ts'
import { indexSimilarWords, type SimilarWords } from './similar-words.ts'
import { type SortedWords, sortWords } from './sorted-words.ts'
import { stemsOf } from './stem.ts'
import { blurredSoundOf, lookOf, soundOf } from './transliterate.ts'

/** The inverted index. A word's number is its position in `words`. */
export interface Vocabulary {
  readonly words: SortedWords
  readonly similarWords: SimilarWords
  /** By word: the places of the entries that contain it. */
  readonly places: Lists
  /** Parallel to `places.values`: the weight of the best field that contains the word there. */
  readonly weights: Float32Array
  /**
   * By word: the number of entries with it in a name or synonym; if there are none, the number of entries
   * that contain it anywhere.
   */
  readonly frequencies: Int32Array
  /** By word: 1 if it occurs in a name or synonym. */
  readonly isOfName: Uint8Array
  /** By word: 1 if a name or synonym begins with it. */
  readonly beginsName: Uint8Array
  /** Names and synonyms of two or three words. */
  readonly shortNames: ReadonlySet<string>
  readonly wordsBySound: WordsByKey
  /** Finds keys of `wordsBySound`. */
  readonly similarSounds: SimilarWords
  readonly wordsByStem: WordsByKey
  readonly wordsByLook: WordsByKey
  readonly wordsByBlurredSound: WordsByKey
  /** For words that stand for others (`ca125` for `ca` and `125`, `12` for `b12`): those others. */
  readonly partsOf: Lists
  /** Codes, names, synonyms and components, as word numbers. */
  readonly phrases: Lists
  /** By phrase: the weight of its field. */
  readonly phraseWeights: Float32Array
  /** The phrases of entry e run from `phraseStarts[e]` to before `phraseStarts[e + 1]`. */
  readonly phraseStarts: Int32Array
}

const WORDS_PER_PIECE = 5_000

/** Builds the index in pieces, so that requests are served in between. */
export async function buildVocabulary(entries: readonly SearchEntry[]): Promise<Vocabulary> {
  const collected = await collectWords(entries)
  const words = sortWords(collected.occurrences.keys())
  await setImmediate()
  const numbers = new Map(words.words.map((word, number) => [word, number]))
  const numberOf = (word: string) => numbers.get(word)!
  const wordsBySound = await groupWords(words.words, soundOf)
  return {
    words,
    similarWords: await indexSimilarWords(words.words),
    ...(await postingsOf(words.words.map((word) => collected.occurrences.get(word)!))),
    wordsBySound,
    similarSounds: await indexSimilarWords(wordsBySound.keys.words),
    wordsByStem: await groupWords(words.words, stemsOf),
    wordsByLook: await groupWords(words.words, lookOf),
    wordsByBlurredSound: await groupWords(words.words, blurredSoundOf),
    partsOf: await listsOf(words.words.map((word) => [...(collected.parts.get(word) ?? [])].map(numberOf))),
    ...(await phrasesOf(collected, numberOf)),
  }
}

async function postingsOf(occurrences: readonly Occurrences[]) {
  const places = await listsOf(occurrences.map((word) => word.places))
  const weights = new Float32Array(places.values.length)
  const frequencies = new Int32Array(occurrences.length)
  const isOfName = new Uint8Array(occurrences.length)
  for await (const piece of entriesInPieces(occurrences, WORDS_PER_PIECE)) {
    for (const [number, word] of piece) {
      weights.set(word.weights, places.starts[number]!)
      let named = 0
      for (const weight of word.weights) if (weight >= FIELD_WEIGHTS.names) named++
      frequencies[number] = named || word.weights.length
      isOfName[number] = named > 0 ? 1 : 0
    }
  }
  return { places, weights, frequencies, isOfName }
}

async function phrasesOf(collected: CollectedWords, numberOf: (word: string) => number) {
  const { phrases, phraseWeights, phraseStarts } = collected
  const names = phrases.filter((_, index) => phraseWeights[index] === FIELD_WEIGHTS.names)
  const beginsName = new Uint8Array(collected.occurrences.size)
  for (const [first] of names) if (first) beginsName[numberOf(first)] = 1
  return {
    beginsName,
    shortNames: new Set(
      names.filter(({ length }) => length === 2 || length === 3).map((words) => words.join(' ')),
    ),
    phrases: await listsOf(
      await mapInPieces(phrases, WORDS_PER_PIECE, (phrase) => [...new Set(phrase)].map(numberOf)),
    ),
    phraseWeights: Float32Array.from(phraseWeights),
    phraseStarts: Int32Array.from(phraseStarts),
  }
}
