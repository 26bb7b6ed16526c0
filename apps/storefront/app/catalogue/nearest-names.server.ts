import { entriesInPieces } from '@shop/server/in-pieces'

/** The trigrams of each word, including its edges. */
function trigrams(text: string): Set<string> {
  const groups = new Set<string>()
  for (const word of text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[^\p{L}\p{N}]+/u)) {
    const padded = `  ${word} `
    for (let index = 0; word && index + 3 <= padded.length; index++)
      groups.add(padded.slice(index, index + 3))
  }
  return groups
}

interface Named {
  name: string
  synonyms: readonly string[]
}

const LEAST_LIKENESS = 0.18
/** About ten milliseconds of work. */
const ENTRIES_PER_PIECE = 500

/** The entries whose name or synonym is most similar to a term that found nothing. */
export type NearestNames<T> = (term: string, limit: number) => T[]

/**
 * Indexes the names of a whole catalogue by trigram once, so that a term is compared only with names that share one.
 */
export async function indexNames<T extends Named>(entries: readonly T[]): Promise<NearestNames<T>> {
  /** For each name: the index of its entry, and its number of trigrams. */
  const owners: number[] = []
  const sizes: number[] = []
  const namesWith = new Map<string, number[]>()
  for await (const piece of entriesInPieces(entries, ENTRIES_PER_PIECE)) {
    for (const [place, entry] of piece) {
      for (const groups of [entry.name, ...entry.synonyms].map(trigrams)) {
        const name = owners.push(place) - 1
        sizes.push(groups.size)
        for (const group of groups) {
          const names = namesWith.get(group)
          if (names) names.push(name)
          else namesWith.set(group, [name])
        }
      }
    }
  }
  const packed = new Map([...namesWith].map(([group, names]) => [group, Int32Array.from(names)]))

  return (term, limit) => {
    const wanted = trigrams(term)
    const shared = new Map<number, number>()
    for (const group of wanted) {
      for (const name of packed.get(group) ?? []) shared.set(name, (shared.get(name) ?? 0) + 1)
    }
    const best = new Map<number, number>()
    for (const [name, count] of shared) {
      const likeness = count / (wanted.size + sizes[name]! - count)
      const owner = owners[name]!
      if (likeness >= LEAST_LIKENESS && likeness > (best.get(owner) ?? 0)) best.set(owner, likeness)
    }
    return [...best]
      .sort(([one, left], [other, right]) => right - left || one - other)
      .slice(0, limit)
      .map(([owner]) => entries[owner]!)
  }
}
