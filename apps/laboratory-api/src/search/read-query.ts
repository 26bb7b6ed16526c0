import type { Vocabulary } from './build-vocabulary.ts'
import { wordsWith } from './lists.ts'
import { exactMeanings, hasSameLetters, type Meanings, similarMeanings } from './match-words.ts'
import { STOP_WORDS } from './stop-words.ts'
import { lookOf } from './transliterate.ts'
import { joinedForms, shortWordsOf } from './word-forms.ts'

/** A word of a query with its possible meanings. */
export interface QueryWord {
  word: string
  meanings: Meanings
  /** The catalogue has the word, a word that begins with it, or a likely correction. */
  isKnown: boolean
  isStopWord: boolean
  /** How much the word counts: rare words count more, words of questions hardly at all. */
  weight: number
}

const WORDS_AT_MOST = 10
const JOINED = 0.95
const STOP_WORD_WEIGHT = 0.1
/** Meanings nearly as sure as the surest one count towards the frequency of the word. */
const NEARLY = 0.9
/** Less likely misspellings, and those of shorter words other than swapped letters, are found for any word. */
const LIKELY_MISTAKE = 0.55
const SHORTEST_LIKELY = 5

/** The words of a query, matched as whole words and as beginnings. */
export function queryWords(vocabulary: Vocabulary, text: string, entryCount: number): QueryWord[] {
  const words = [...new Set(shortWordsOf(text))].slice(0, WORDS_AT_MOST)
  const meaningsOf = new Map(
    words.map((word, index) => {
      // One letter begins too many words, but it may be all that is typed so far.
      const mayBegin = word.length > 1 || index === words.length - 1
      return [word, exactMeanings(vocabulary, word, mayBegin)]
    }),
  )
  for (const { word, parts } of joinedForms(words)) {
    for (const number of sameWords(vocabulary, word)) {
      for (const part of parts) meaningsOf.get(part)?.set(number, JOINED)
    }
  }
  return words.map((word, place) => {
    const meanings = meaningsOf.get(word)!
    const isStopWord = isStop(words, place)
    const weight = weightOf(vocabulary, meanings, isStopWord, entryCount)
    return { word, meanings, isKnown: meanings.size > 0, isStopWord, weight }
  })
}

function sameWords({ words, wordsByLook }: Vocabulary, word: string): readonly number[] {
  const number = words.find(word)
  const look = lookOf(word)
  return [...(number === undefined ? [] : [number]), ...(look ? wordsWith(look, wordsByLook) : [])]
}

/** A letter at the end of a query is not a preposition: `витамин с`, `гепатит а`. */
function isStop(words: readonly string[], place: number): boolean {
  const word = words[place]!
  return STOP_WORDS.has(word) && (word.length > 1 || place === 0 || place < words.length - 1)
}

/** As `queryWords`, with misspellings for the words at `places`. */
export function forgiveMistakes(
  vocabulary: Vocabulary,
  query: readonly QueryWord[],
  places: ReadonlySet<number>,
  entryCount: number,
): QueryWord[] {
  return query.map((queryWord, place) => {
    if (!places.has(place)) return queryWord
    const { word, isStopWord } = queryWord
    let { isKnown } = queryWord
    const meanings = new Map(queryWord.meanings)
    for (const [number, sure] of similarMeanings(vocabulary, word)) {
      const isLikely = word.length >= SHORTEST_LIKELY || hasSameLetters(word, vocabulary.words.words[number]!)
      if (sure >= LIKELY_MISTAKE && isLikely) isKnown = true
      if ((meanings.get(number) ?? 0) < sure) meanings.set(number, sure)
    }
    const weight = weightOf(vocabulary, meanings, isStopWord, entryCount)
    return { word, meanings, isKnown, isStopWord, weight }
  })
}

function weightOf(
  { frequencies }: Vocabulary,
  meanings: Meanings,
  isStopWord: boolean,
  entryCount: number,
): number {
  let surest = 0
  for (const sure of meanings.values()) surest = Math.max(surest, sure)
  let found = 0
  for (const [number, sure] of meanings) {
    if (sure >= surest * NEARLY) found += frequencies[number]!
  }
  const rarity = Math.log(1 + entryCount / Math.max(1, Math.min(found, entryCount)))
  return isStopWord ? rarity * STOP_WORD_WEIGHT : rarity
}
