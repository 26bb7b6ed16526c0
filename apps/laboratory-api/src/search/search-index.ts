import MiniSearch from 'minisearch'

/** What is found: one analysis with everything that people call it. */
export interface SearchEntry {
  id: number
  code: string
  loinc: string | null
  names: readonly string[]
  synonyms: readonly string[]
  components: readonly string[]
}

export interface SearchIndex {
  /** Ids of what fits, the best first. Never throws, whatever the term. */
  search(term: string, options: { limit: number; isOffered: (id: number) => boolean }): number[]
}

export async function createSearchIndex(entries: readonly SearchEntry[]): Promise<SearchIndex> {
  const index = new MiniSearch({
    fields: ['code', 'loinc', 'names', 'synonyms', 'components'],
    extractField: (entry, field) => [entry[field as keyof SearchEntry]].flat().join(' '),
  })
  await index.addAllAsync(entries, { chunkSize: 200 })
  return {
    search(term, { limit, isOffered }) {
      const found = index.search(term, {
        prefix: true,
        fuzzy: 0.2,
        boost: { components: 0.3 },
        combineWith: 'AND',
        filter: ({ id }) => isOffered(id),
      })
      return found.slice(0, limit).map(({ id }) => id)
    },
  }
}
