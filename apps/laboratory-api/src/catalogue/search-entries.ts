import { POPULAR_CATEGORY_ID } from '@shop/domain/category'
import { mapInPieces } from '@shop/server/in-pieces'
import type { SearchedProfile } from '../search/find-profiles.ts'
import { reasonPhrases, type SearchedReason } from '../search/find-reason.ts'
import type { SearchEntry } from '../search/search-entry.ts'
import type { AddedSynonym, CatalogueSnapshot } from './catalogue-snapshot.ts'
import { everyText } from './localised.ts'

/** About ten milliseconds of work. */
const ENTRIES_PER_PIECE = 1_000

/**
 * The search entries of the analyses that are not withdrawn, made in pieces, so that requests are served in
 * between.
 */
export function searchEntries(snapshot: CatalogueSnapshot): Promise<SearchEntry[]> {
  const offered = [...snapshot.analyses.values()].filter(({ isWithdrawn }) => !isWithdrawn)
  const added = addedWords(snapshot, 'analysisId')
  return mapInPieces(offered, ENTRIES_PER_PIECE, (analysis) => ({
    id: analysis.id,
    code: analysis.code,
    loinc: analysis.loinc,
    names: everyText(analysis.name),
    synonyms: [...everyText(analysis.synonyms).flat(), ...added(analysis.id)],
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

export function searchedReasons(snapshot: CatalogueSnapshot): SearchedReason[] {
  const added = Map.groupBy(snapshot.addedSynonyms, ({ reasonId }) => reasonId)
  return [...snapshot.reasons.values()].map(({ id, name, words }) => {
    const phrases = reasonPhrases(name, words)
    const further = Map.groupBy(added.get(id) ?? [], ({ locale }) => locale)
    const withAdded = ([language, list]: [string, readonly string[]]) => [
      language,
      [...list, ...(further.get(language as AddedSynonym['locale']) ?? []).map((one) => one.words)],
    ]
    return { id, phrases: Object.fromEntries(Object.entries(phrases).map(withAdded)) }
  })
}

export function searchedProfiles(snapshot: CatalogueSnapshot): SearchedProfile[] {
  const added = addedWords(snapshot, 'profileId')
  return [...snapshot.profiles.values()]
    .filter(({ isWithdrawn }) => !isWithdrawn)
    .map(({ id, code, name, nameEn }) => ({
      id,
      code,
      names: [...new Set([...everyText(name), nameEn, ...added(id)])],
    }))
}

/** The words added at the desk, by entry. */
function addedWords({ addedSynonyms }: CatalogueSnapshot, kind: 'analysisId' | 'profileId') {
  const byEntry = Map.groupBy(addedSynonyms, (synonym) => synonym[kind])
  return (id: number) => (byEntry.get(id) ?? []).map(({ words }) => words)
}
