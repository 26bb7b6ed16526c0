import { LONGEST_SEARCH_TERM } from '@shop/contract/input-lengths'
import { everydayWordsOf, stemKeysOf } from './everyday-stems.ts'
import { saysLittle, saysNothing } from './everyday-stop-words.ts'

export interface SearchedProfile {
  id: number
  code: string
  /** In every language that has one. */
  names: readonly string[]
}

/** A number before the name is for the price list: `Профиль 4. Щитовидная железа`. */
const NUMBER = /^\p{L}+ \d+\.\s*/u
/** `start` alone does not ask for the first allergy profile for families. */
const LEAST_OF_NAME = 0.5

/**
 * Ids of the profiles that the term names: the name contains all words of the term, and they make up at least
 * half of it.
 */
export function createProfileFinder(entries: readonly SearchedProfile[]): (term: string) => number[] {
  const named = entries.flatMap(({ id, code, names }) =>
    [code, ...names].map((name) => ({ id, words: meaningfulWords(name.replace(NUMBER, '')) })),
  )
  return (term) => {
    const asked = meaningfulWords(term.slice(0, LONGEST_SEARCH_TERM))
    if (asked.length === 0) return []
    const found = named.flatMap(({ id, words }) => {
      const said = words.filter((word) => asked.some((other) => meet(word, other)))
      const isNamed = asked.every((word) => words.some((other) => meet(word, other)))
      const share = said.length / words.length
      return isNamed && share >= LEAST_OF_NAME ? [{ id, share }] : []
    })
    found.sort((left, right) => right.share - left.share)
    return [...new Set(found.map(({ id }) => id))]
  }
}

function meaningfulWords(text: string): string[][] {
  return everydayWordsOf(text)
    .filter((word) => !saysNothing(word))
    .map(stemKeysOf)
    .filter((keys) => !keys.some(saysLittle))
}

function meet(left: readonly string[], right: readonly string[]): boolean {
  return left.some((key) => right.includes(key))
}
