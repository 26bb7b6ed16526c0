/** Groups of three letters, with the word's edges. */
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

export interface Named {
  id: number
  name: string
  synonyms: readonly string[]
}

const LEAST_LIKENESS = 0.18

/** The entries whose name or synonym looks most like a term that nothing was found for. */
export function nearestNames<T extends Named>(term: string, entries: readonly T[], limit: number): T[] {
  const wanted = trigrams(term)
  if (wanted.size === 0) return []
  const likeness = (text: string) => {
    const groups = trigrams(text)
    let shared = 0
    for (const group of wanted) if (groups.has(group)) shared += 1
    return shared / (wanted.size + groups.size - shared)
  }
  return entries
    .map((entry) => ({ entry, score: Math.max(...[entry.name, ...entry.synonyms].map(likeness)) }))
    .filter(({ score }) => score >= LEAST_LIKENESS)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ entry }) => entry)
}
