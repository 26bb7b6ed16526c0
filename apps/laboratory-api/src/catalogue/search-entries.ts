import type { SearchEntry } from '../search/search-index.ts'
import type { CatalogueSnapshot } from './catalogue-snapshot.ts'

/** What search knows of the analyses that are offered. */
export function searchEntries(snapshot: CatalogueSnapshot): SearchEntry[] {
  const offered = [...snapshot.analyses.values()].filter(({ isWithdrawn }) => !isWithdrawn)
  return offered.map((analysis) => ({
    id: analysis.id,
    code: analysis.code,
    loinc: analysis.loinc,
    names: [analysis.name.en, analysis.name.ru],
    synonyms: [...analysis.synonyms.en, ...analysis.synonyms.ru],
    components: analysis.components.flatMap(({ name, nameRu, loinc }) => [name, nameRu, loinc ?? '']),
  }))
}
