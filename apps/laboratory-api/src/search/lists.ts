import { setImmediate } from 'node:timers/promises'
import { entriesInPieces } from '@shop/server/in-pieces'
import { type SortedWords, sortWords } from './sorted-words.ts'

/**
 * Lists of numbers in one array: list n runs from `starts[n]` to before `starts[n + 1]`. A separate array for
 * each would take ten times the memory.
 */
export interface Lists {
  readonly values: Int32Array
  readonly starts: Int32Array
}

/** Words by what they have in common. A key's list is at its position in `keys`. */
export interface WordsByKey {
  readonly keys: SortedWords
  readonly numbers: Lists
}

const ITEMS_PER_PIECE = 5_000
const NONE = new Int32Array()

/** Copies the lists in pieces, so that requests are served in between. */
export async function listsOf(lists: readonly (readonly number[])[]): Promise<Lists> {
  const starts = new Int32Array(lists.length + 1)
  for (const [number, list] of lists.entries()) starts[number + 1] = starts[number]! + list.length
  const values = new Int32Array(starts[lists.length]!)
  for await (const piece of entriesInPieces(lists, ITEMS_PER_PIECE)) {
    for (const [number, list] of piece) values.set(list, starts[number]!)
  }
  return { values, starts }
}

export const listAt = ({ values, starts }: Lists, number: number): Int32Array =>
  values.subarray(starts[number], starts[number + 1])

/** The numbers of the words that have one of their keys in common. */
export async function groupWords(
  words: readonly string[],
  keysOf: (word: string) => string | readonly string[] | null,
): Promise<WordsByKey> {
  const groups = await groupNumbers(words, (word) => [keysOf(word) ?? []].flat())
  await setImmediate()
  const keys = sortWords(groups.keys())
  await setImmediate()
  return { keys, numbers: await listsOf(keys.words.map((key) => groups.get(key)!)) }
}

export function wordsWith(key: string, { keys, numbers }: WordsByKey): Int32Array {
  const place = keys.find(key)
  return place === undefined ? NONE : listAt(numbers, place)
}

/** By key: the positions of the items that have it, in ascending order. */
export async function groupNumbers<Item, Key>(
  items: readonly Item[],
  keysOf: (item: Item) => Iterable<Key>,
): Promise<Map<Key, number[]>> {
  const groups = new Map<Key, number[]>()
  for await (const piece of entriesInPieces(items, ITEMS_PER_PIECE)) {
    for (const [number, item] of piece) {
      for (const key of keysOf(item)) {
        const group = groups.get(key)
        if (group) group.push(number)
        else groups.set(key, [number])
      }
    }
  }
  return groups
}
