import type { ProfileEntry } from '../search/find-profiles.ts'
import { type ReasonEntry, reasonPhrases } from '../search/find-reason.ts'
import type { SearchEntry } from '../search/search-entry.ts'
import type { CatalogueSnapshot } from './catalogue-snapshot.ts'
import { everyText } from './localised.ts'

/** The hidden category that marks what is ordered often (business constant of the shop). */
const POPULAR_CATEGORY_ID = 23

/** What search knows of the analyses that are offered. */
export function searchEntries(snapshot: CatalogueSnapshot): SearchEntry[] {
  const offered = [...snapshot.analyses.values()].filter(({ isWithdrawn }) => !isWithdrawn)
  return offered.map((analysis) => ({
    id: analysis.id,
    code: analysis.code,
    loinc: analysis.loinc,
    names: everyText(analysis.name),
    synonyms: everyText(analysis.synonyms).flat(),
    components: analysis.components.flatMap(({ name }) => everyText(name)),
    componentLoincs: analysis.components.flatMap(({ loinc }) => loinc ?? []),
    categories: analysis.categoryIds.flatMap((id) => {
      const category = snapshot.categories.get(id)
      return category && !category.isHidden ? everyText(category.name) : []
    }),
    descriptions: everyText(analysis.description),
    isPopular: analysis.categoryIds.includes(POPULAR_CATEGORY_ID),
  }))
}

export function reasonEntries({ reasons }: CatalogueSnapshot): ReasonEntry[] {
  return [...reasons.values()].map(({ id, name, words }) => ({ id, phrases: reasonPhrases(name, words) }))
}

export function profileEntries({ profiles }: CatalogueSnapshot): ProfileEntry[] {
  return [...profiles.values()]
    .filter(({ isWithdrawn }) => !isWithdrawn)
    .map(({ id, code, name, nameEn }) => ({ id, code, names: [...new Set([...everyText(name), nameEn])] }))
}
