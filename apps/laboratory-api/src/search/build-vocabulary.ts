import { setImmediate } from 'node:timers/promises'
import { entriesInPieces, mapInPieces } from '@shop/server/in-pieces'
import { type CollectedWords, collectWords, type Occurrences } from './collect-words.ts'
import { FIELD_WEIGHTS, type SearchEntry } from './search-entry.ts'
import { indexSimilarWords, type SimilarWords } from './similar-words.ts'
import { type SortedWords, sortWords } from './sorted-words.ts'
import { stemsOf } from './stem.ts'
import { blurredSoundOf, lookOf, soundOf } from './transliterate.ts'

/**
 * Lists of numbers in one array: list n runs from `starts[n]` to before `starts[n + 1]`. A separate array for
 * each would take ten times the memory.
 */
interface Lists {
  readonly values: Int32Array
  readonly starts: Int32Array
}

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
  /** The sounds of the words; `wordsBySound` has the same numbering. */
  readonly sounds: SortedWords
  readonly similarSounds: SimilarWords
  readonly wordsBySound: readonly (readonly number[])[]
  readonly wordsByStem: ReadonlyMap<string, readonly number[]>
  readonly wordsByLook: ReadonlyMap<string, readonly number[]>
  readonly wordsByBlurredSound: ReadonlyMap<string, readonly number[]>
  /** For words that stand for others (`ca125` for `ca` and `125`, `12` for `b12`): those others. */
  readonly partsOf: ReadonlyMap<number, readonly number[]>
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
  const numberOf = (word: string) => words.find(word)!
  const bySound = await groupNumbers(words.words, soundOf)
  const sounds = sortWords(bySound.keys())
  await setImmediate()
  return {
    words,
    similarWords: await indexSimilarWords(words.words),
    ...(await postingsOf(words.words.map((word) => collected.occurrences.get(word)!))),
    sounds,
    similarSounds: await indexSimilarWords(sounds.words),
    wordsBySound: sounds.words.map((sound) => bySound.get(sound)!),
    wordsByStem: await groupNumbers(words.words, stemsOf),
    wordsByLook: await groupNumbers(words.words, lookOf),
    wordsByBlurredSound: await groupNumbers(words.words, blurredSoundOf),
    partsOf: new Map([...collected.parts].map(([word, parts]) => [numberOf(word), [...parts].map(numberOf)])),
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

async function listsOf(lists: readonly (readonly number[])[]): Promise<Lists> {
  const starts = new Int32Array(lists.length + 1)
  for (const [number, list] of lists.entries()) starts[number + 1] = starts[number]! + list.length
  const values = new Int32Array(starts[lists.length]!)
  for await (const piece of entriesInPieces(lists, WORDS_PER_PIECE)) {
    for (const [number, list] of piece) values.set(list, starts[number]!)
  }
  return { values, starts }
}

async function groupNumbers(
  words: readonly string[],
  keysOf: (word: string) => string | readonly string[] | null,
): Promise<Map<string, number[]>> {
  const groups = new Map<string, number[]>()
  for await (const piece of entriesInPieces(words, WORDS_PER_PIECE)) {
    for (const [number, word] of piece) {
      for (const key of [keysOf(word) ?? []].flat()) {
        const group = groups.get(key)
        if (group) group.push(number)
        else groups.set(key, [number])
      }
    }
  }
  return groups
}
