import type { SearchEntry } from '../search-entry.ts'

let lastId = 0

export function searchEntry(overrides: Partial<SearchEntry> = {}): SearchEntry {
  lastId++
  return {
    id: lastId,
    code: `90${lastId}`,
    loinc: null,
    names: [],
    synonyms: [],
    components: [],
    componentLoincs: [],
    categories: [],
    descriptions: [],
    isPopular: false,
    ...overrides,
  }
}
