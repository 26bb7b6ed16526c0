import { LONGEST_SEARCH_TERM } from '@shop/contract/input-lengths'
import { everydayWordsOf, stemKeyOf, stemKeysOf } from './everyday-stems.ts'
import { isOfLife, saysLittle, saysNothing } from './everyday-stop-words.ts'
import { otherLayout } from './keyboard-layout.ts'
import { indexSimilarWords } from './similar-words.ts'

/** A reason with everything that people say about it, by language. */
export interface SearchedReason {
  id: number
  phrases: Readonly<Record<string, readonly string[]>>
}

export interface ReasonIndex {
  /**
   * The id of the reason meant; null if none is sure enough. A word of the catalogue is not taken for a
   * misspelling of another.
   */
  find(term: string, isOfCatalogue?: (word: string) => boolean): number | null
  /** A reason uses the word, so it is not a misspelling of a name. */
  knows(word: string): boolean
}

interface Phrase {
  reason: number
  keys: readonly string[]
  /** Words that say nothing alone but tell phrases apart: `want a baby`, `had a baby`. */
  smallWords: readonly string[]
}

/** Before each key, so that keys of different languages do not collide. */
const LANGUAGE = 'c:'
const WORDS_AT_MOST = 12
/**
 * The words that match some reason must carry at least this share of the query's weight: `вакансии водитель
 * такси` does not ask about a driver's certificate.
 */
const LEAST_COVERAGE = 0.45
const LITTLE = 0.15
/**
 * A word that only the catalogue knows is more likely to be talk than another subject; a word that nothing
 * knows is another subject.
 */
const UNKNOWN = 0.7
const STRANGE = 1.1
/** The factor for words of everyday life beside an unknown word. */
const OF_LIFE = 0.4
const MISSPELT = 0.75
/** Shorter stems have too many others one letter away: `wedding` is not `wee`. */
const SHORTEST_MISSPELT_STEM = 5
/** Shorter words are more likely to be abbreviations: `ths`. */
const SHORTEST_KNOWN = 4
const SHORTEST_TO_MISSPELL = 7
/** Between phrases with the same words, the one with the same small words wins. */
const SMALL_WORD = 0.3
/** Other words of the same reason count in its favour, but less than a phrase of its own. */
const BESIDE = 0.35

/** What is said about a reason: its words and its name, by language. */
export function reasonPhrases(
  names: Readonly<Record<string, string>>,
  words: Readonly<Record<string, readonly string[]>>,
): SearchedReason['phrases'] {
  return Object.fromEntries(
    Object.entries(words).map(([language, list]) => [language, [names[language] ?? '', ...list]]),
  )
}

/** Finds reasons by phrases: the question must contain all words of a phrase, in any order and form. */
export async function createReasonIndex(entries: readonly SearchedReason[]): Promise<ReasonIndex> {
  const phrases = entries.flatMap(phrasesOf)
  const phrasesByKey = new Map<string, Phrase[]>()
  const reasonsByKey = new Map<string, Set<number>>()
  for (const phrase of phrases) {
    for (const key of phrase.keys) {
      push(phrasesByKey, key, phrase)
      reasonsByKey.set(key, (reasonsByKey.get(key) ?? new Set()).add(phrase.reason))
    }
  }
  const keys = [...phrasesByKey.keys()]
  const similarKeys = await indexSimilarWords(keys)
  const weightOf = (key: string) =>
    Math.log(1 + entries.length / (reasonsByKey.get(key)?.size ?? 1)) * (saysLittle(key) ? LITTLE : 1)

  /** The keys that a word of the question may mean, each with how sure that is. */
  function meaningsOf(word: string, isOfCatalogue: (word: string) => boolean): Map<string, number> {
    const own = stemKeysOf(word)
    const known = own.filter((key) => phrasesByKey.has(key))
    if (known.length > 0 || word.length < SHORTEST_TO_MISSPELL || isOfCatalogue(word))
      return new Map(known.map((key) => [key, 1]))
    const meanings = new Map<string, number>()
    for (const key of own) {
      if (key.length < LANGUAGE.length + SHORTEST_MISSPELT_STEM) continue
      similarKeys.find(key, { maxDistance: 1, asBeginning: false }, (number) => {
        if (keys[number]!.startsWith(key.slice(0, LANGUAGE.length + 1))) meanings.set(keys[number]!, MISSPELT)
      })
    }
    return meanings
  }

  function best(term: string, isOfCatalogue: (word: string) => boolean): number | null {
    const all = [...new Set(everydayWordsOf(term))].slice(0, WORDS_AT_MOST)
    const small = new Set(all.filter(saysNothing).map((word) => word.toLowerCase()))
    const saying = all.filter((word) => !saysNothing(word))
    const words = [...new Map(saying.map((word) => [stemKeysOf(word).join(), word])).values()]
    const meanings = words.map((word) => meaningsOf(word, isOfCatalogue))
    const sureness = new Map<string, number>()
    for (const meaning of meanings) {
      for (const [key, sure] of meaning) sureness.set(key, Math.max(sure, sureness.get(key) ?? 0))
    }
    const isStrange = words.map((word, place) => meanings[place]!.size === 0 && !isOfCatalogue(word))
    const isBesideStrange = isStrange.includes(true)
    const weights = words.map((word, place) => {
      const known = [...meanings[place]!.keys()]
      if (known.length === 0)
        return (isStrange[place] ? STRANGE : UNKNOWN) * Math.max(...stemKeysOf(word).map(weightOf))
      return Math.max(...known.map(weightOf)) * (isBesideStrange && known.every(isOfLife) ? OF_LIFE : 1)
    })
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    const scores = new Map<number, number>()
    for (const phrase of new Set([...sureness.keys()].flatMap((key) => phrasesByKey.get(key)!))) {
      if (!phrase.keys.every((key) => sureness.has(key))) continue
      const said = phrase.keys.reduce((sum, key) => sum + weightOf(key) * sureness.get(key)!, 0)
      const score = said + SMALL_WORD * phrase.smallWords.filter((word) => small.has(word)).length
      if (score > (scores.get(phrase.reason) ?? 0)) scores.set(phrase.reason, score)
    }
    const weightWhere = (isMeant: (key: string) => boolean) =>
      words.reduce(
        (sum, _, place) => sum + ([...meanings[place]!.keys()].some(isMeant) ? weights[place]! : 0),
        0,
      )
    if (weightWhere(() => true) < total * LEAST_COVERAGE) return null
    let found: number | null = null
    let highest = 0
    for (const [reason, score] of scores) {
      const beside = weightWhere((key) => reasonsByKey.get(key)!.has(reason)) - score
      const whole = score + BESIDE * Math.max(0, beside)
      if (whole > highest) [found, highest] = [reason, whole]
    }
    return found
  }

  return {
    find(term, isOfCatalogue = () => false) {
      const typed = term.slice(0, LONGEST_SEARCH_TERM)
      const other = otherLayout(typed)
      return best(typed, isOfCatalogue) ?? (other === null ? null : best(other, isOfCatalogue))
    },
    knows: (word) => word.length >= SHORTEST_KNOWN && stemKeysOf(word).some((key) => phrasesByKey.has(key)),
  }
}

function phrasesOf({ id, phrases }: SearchedReason): Phrase[] {
  return Object.entries(phrases).flatMap(([language, texts]) =>
    texts.flatMap((text) => {
      const words = everydayWordsOf(text)
      const smallWords = words.filter(saysNothing).map((word) => word.toLowerCase())
      const saying = words.filter((word) => !saysNothing(word))
      const keys = [...new Set(saying.map((word) => stemKeyOf(word, language)))]
      return keys.some((key) => !saysLittle(key)) || keys.length > 1 ? [{ reason: id, keys, smallWords }] : []
    }),
  )
}

function push<Key, T>(lists: Map<Key, T[]>, key: Key, value: T): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
