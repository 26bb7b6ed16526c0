import type { WireAnalysis, WireAnalysisDetail, WireProfile } from '@shop/contract/catalogue'
import type { Locale } from '@shop/contract/fields'
import { Problem } from '@shop/contract/problem'
import type { SearchIndex } from '../search/search-index.ts'
import { assortmentOfLaboratory, type CatalogueSnapshot } from './catalogue-snapshot.ts'
import { textLanguage } from './localised.ts'
import { type CatalogueView, wireAnalysis, wireAnalysisDetail, wireProfile } from './wire-catalogue.ts'

/** As many as are ranked: what a page shows of them is the page's choice, and their number is told to people. */
const FOUND_AT_MOST = 200

/** Whose catalogue is asked for; without a laboratory the whole one. @throws Problem unknown_laboratory */
export function viewOf(input: {
  snapshot: CatalogueSnapshot
  laboratoryId: number | undefined
  locale: Locale
}): CatalogueView {
  const { snapshot, laboratoryId, locale } = input
  const language = textLanguage(locale)
  if (laboratoryId === undefined) return { snapshot, assortment: snapshot.wholeAssortment, language }
  const assortment = assortmentOfLaboratory(snapshot, laboratoryId)
  if (!assortment) {
    throw new Problem('unknown_laboratory', {
      errors: [{ path: 'laboratoryId', message: 'no such laboratory' }],
    })
  }
  return { snapshot, assortment, language }
}

/** One analysis, withdrawn ones included: carts and orders name them; `isOffered` tells. @throws Problem not_found */
export function findAnalysis(view: CatalogueView, id: number): WireAnalysisDetail {
  const analysis = view.snapshot.analyses.get(id)
  if (!analysis) throw new Problem('not_found')
  return wireAnalysisDetail(analysis, view)
}

/** As `findAnalysis`. */
export function findProfile(view: CatalogueView, id: number): WireProfile {
  const profile = view.snapshot.profiles.get(id)
  if (!profile) throw new Problem('not_found')
  return wireProfile(profile, view)
}

export function searchAnalyses(view: CatalogueView, search: SearchIndex, term: string): WireAnalysis[] {
  const ids = search.search(term, { limit: FOUND_AT_MOST, offeredIds: view.assortment.analysisIds })
  return ids.flatMap((id) => {
    const analysis = view.snapshot.analyses.get(id)
    return analysis ? [wireAnalysis(analysis, view)] : []
  })
}
