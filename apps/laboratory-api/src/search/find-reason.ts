import { LONGEST_SEARCH_TERM } from '@shop/contract/input-lengths'
import { everydayWordsOf, stemKeyOf, stemKeysOf } from './everyday-stems.ts'
import { isOfLife, saysLittle, saysNothing } from './everyday-stop-words.ts'
import { otherLayout } from './keyboard-layout.ts'
import { groupNumbers, type Lists, listAt, listsOf } from './lists.ts'
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

/** The phrases of all reasons. A key's number is its position in `keys`. */
interface PhraseIndex {
  readonly keys: readonly string[]
  readonly keyNumbers: ReadonlyMap<string, number>
  /** By key. */
  readonly phrases: Lists
  readonly reasons: Lists
  /** By phrase. */
  readonly reasonOf: Int32Array
  readonly keysOf: Lists
  /** By phrase, if it has any. */
  readonly smallWords: ReadonlyMap<number, readonly string[]>
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
  const index = await indexPhrases(entries.flatMap(phrasesOf))
  const { keys, keyNumbers } = index
  const similarKeys = await indexSimilarWords(keys)
  const weightOf = (key: string, reasons: number) =>
    Math.log(1 + entries.length / reasons) * (saysLittle(key) ? LITTLE : 1)
  const weightOfKey = (number: number) => weightOf(keys[number]!, listAt(index.reasons, number).length)

  /** The numbers of the keys that a word of the question may mean, each with how sure that is. */
  function meaningsOf(word: string, isOfCatalogue: (word: string) => boolean): Map<number, number> {
    const own = stemKeysOf(word)
    const known = own.map((key) => keyNumbers.get(key)).filter((number) => number !== undefined)
    if (known.length > 0 || word.length < SHORTEST_TO_MISSPELL || isOfCatalogue(word))
      return new Map(known.map((number) => [number, 1]))
    const meanings = new Map<number, number>()
    for (const key of own) {
      if (key.length < LANGUAGE.length + SHORTEST_MISSPELT_STEM) continue
      similarKeys.find(key, { maxDistance: 1, asBeginning: false }, (number) => {
        if (keys[number]!.startsWith(key.slice(0, LANGUAGE.length + 1))) meanings.set(number, MISSPELT)
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
    const sureness = new Map<number, number>()
    for (const meaning of meanings) {
      for (const [key, sure] of meaning) sureness.set(key, Math.max(sure, sureness.get(key) ?? 0))
    }
    const isStrange = words.map((word, place) => meanings[place]!.size === 0 && !isOfCatalogue(word))
    const isBesideStrange = isStrange.includes(true)
    const weights = words.map((word, place) => {
      const known = [...meanings[place]!.keys()]
      if (known.length === 0)
        return (
          (isStrange[place] ? STRANGE : UNKNOWN) *
          Math.max(...stemKeysOf(word).map((key) => weightOf(key, 1)))
        )
      const isLife = isBesideStrange && known.every((key) => isOfLife(keys[key]!))
      return Math.max(...known.map(weightOfKey)) * (isLife ? OF_LIFE : 1)
    })
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    const scores = new Map<number, number>()
    for (const phrase of new Set([...sureness.keys()].flatMap((key) => [...listAt(index.phrases, key)]))) {
      const said = listAt(index.keysOf, phrase)
      if (!said.every((key) => sureness.has(key))) continue
      const weight = said.reduce((sum, key) => sum + weightOfKey(key) * sureness.get(key)!, 0)
      const smallWords = index.smallWords.get(phrase)?.filter((word) => small.has(word)) ?? []
      const score = weight + SMALL_WORD * smallWords.length
      const reason = index.reasonOf[phrase]!
      if (score > (scores.get(reason) ?? 0)) scores.set(reason, score)
    }
    const weightWhere = (isMeant: (key: number) => boolean) =>
      words.reduce(
        (sum, _, place) => sum + ([...meanings[place]!.keys()].some(isMeant) ? weights[place]! : 0),
        0,
      )
    if (weightWhere(() => true) < total * LEAST_COVERAGE) return null
    let found: number | null = null
    let highest = 0
    for (const [reason, score] of scores) {
      const beside = weightWhere((key) => listAt(index.reasons, key).includes(reason)) - score
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
    knows: (word) => word.length >= SHORTEST_KNOWN && stemKeysOf(word).some((key) => keyNumbers.has(key)),
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

async function indexPhrases(phrases: readonly Phrase[]): Promise<PhraseIndex> {
  const groups = await groupNumbers(phrases, ({ keys }) => keys)
  const keyNumbers = new Map([...groups.keys()].map((key, number) => [key, number]))
  const lists = [...groups.values()]
  const withSmallWords = [...phrases.entries()].filter(([, { smallWords }]) => smallWords.length > 0)
  return {
    keys: [...groups.keys()],
    keyNumbers,
    phrases: await listsOf(lists),
    reasons: await listsOf(lists.map((list) => [...new Set(list.map((number) => phrases[number]!.reason))])),
    reasonOf: Int32Array.from(phrases, ({ reason }) => reason),
    keysOf: await listsOf(phrases.map(({ keys }) => keys.map((key) => keyNumbers.get(key)!))),
    smallWords: new Map(withSmallWords.map(([number, { smallWords }]) => [number, smallWords])),
  }
}
