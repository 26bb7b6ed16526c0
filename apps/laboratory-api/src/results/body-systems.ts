import type { AnalysisResultSummary, OBSERVATION_GROUPS } from '@shop/contract/results'
import type { Locale } from '@shop/domain/locale'
import { madeOnceFor } from '@shop/server/made-once'
import { compiledMessages } from '@shop/texts/compiled-messages'
import type { TextKey } from '@shop/texts/create-texts'
import type { CatalogueCategory, CatalogueSnapshot } from '../catalogue/catalogue-snapshot.ts'
import { inLanguage } from '../catalogue/localised.ts'
import { textsIn } from '../texts.ts'

type Categories = Pick<CatalogueSnapshot, 'categories'>

/** The main category of an analysis: a part of its first category, or that category itself. */
function homeCategory({ categories }: Categories, categoryIds: readonly number[]): CatalogueCategory | null {
  const [first] = categoryIds
  if (first === undefined) return null
  const parts = categoryIds.map((id) => categories.get(id))
  return parts.find((category) => category?.parentId === first) ?? categories.get(first) ?? null
}

/** What an analysis is about, in the reader's language. */
export function bodySystemOf(
  snapshot: CatalogueSnapshot,
  analysisId: number,
  locale: Locale,
): AnalysisResultSummary['system'] {
  const analysis = snapshot.analyses.get(analysisId)
  const category = analysis ? homeCategory(snapshot, analysis.categoryIds) : null
  if (!category || category.isHidden) return null
  const { id, slug, name } = category
  return {
    id,
    name: worded(`systems:name.${slug}`, locale) ?? inLanguage(name, locale),
    about: worded(`systems:about.${slug}`, locale),
  }
}

/** A partner's catalogue may have categories that have no texts yet. */
function worded(key: string, locale: Locale): string | null {
  return key in compiledMessages(locale) ? textsIn(locale)(key as TextKey) : null
}

const ALLERGENS: Readonly<Record<string, (typeof OBSERVATION_GROUPS)[number]>> = {
  'allergology-food': 'foodAllergens',
  'allergology-inhalant': 'inhalantAllergens',
  'allergology-animal': 'animalAllergens',
}

/** By LOINC code: an allergen in a panel belongs to the group of the catalogue's separate analysis of that allergen. */
export const allergenGroups = madeOnceFor(
  (snapshot: CatalogueSnapshot): ReadonlyMap<string, (typeof OBSERVATION_GROUPS)[number]> => {
    const groups = new Map<string, (typeof OBSERVATION_GROUPS)[number]>()
    for (const { components, categoryIds } of snapshot.analyses.values()) {
      const group = ALLERGENS[homeCategory(snapshot, categoryIds)?.slug ?? '']
      const [only, ...others] = components
      if (group && only?.loinc && others.length === 0) groups.set(only.loinc, group)
    }
    return groups
  },
)
