import type { WireAnalysis, WireAnalysisDetail, WireProfile } from '@shop/contract/catalogue'
import type { ReasonAnswer } from '@shop/contract/catalogue-codec'
import { Problem } from '@shop/contract/problem'
import type { Locale } from '@shop/domain/locale'
import { assortmentOfLaboratory, type CatalogueReason, type CatalogueSnapshot } from './catalogue-snapshot.ts'
import type { CatalogueSearch } from './catalogue-store.ts'
import { type CatalogueView, wireAnalysis, wireAnalysisDetail, wireProfile } from './wire-catalogue.ts'

/** As many as are ranked: a page decides how many to show, and also shows their number. */
const FOUND_AT_MOST = 200

/** The catalogue of the given laboratory; without one, the whole catalogue. @throws Problem unknown_laboratory */
export function viewOf(input: {
  snapshot: CatalogueSnapshot
  laboratoryId: number | undefined
  locale: Locale
}): CatalogueView {
  const { snapshot, laboratoryId, locale: language } = input
  if (laboratoryId === undefined) return { snapshot, assortment: snapshot.wholeAssortment, language }
  const assortment = assortmentOfLaboratory(snapshot, laboratoryId)
  if (!assortment) {
    throw new Problem('unknown_laboratory', {
      errors: [{ path: 'laboratoryId', message: 'no such laboratory' }],
    })
  }
  return { snapshot, assortment, language }
}

/**
 * One analysis, even if withdrawn, since carts and orders name it; `isOffered` says whether it is offered.
 * @throws Problem not_found
 */
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

/**
 * Analyses found by name, best match first; if the term is about a reason, what is offered for it comes before
 * them.
 */
export function searchAnalyses(view: CatalogueView, search: CatalogueSearch, term: string): WireAnalysis[] {
  return findIds(view, search, term, offeredReason(view, search, term)).flatMap((id) => {
    const analysis = view.snapshot.analyses.get(id)
    return analysis ? [wireAnalysis(analysis, view)] : []
  })
}

function findIds(
  { assortment }: CatalogueView,
  search: CatalogueSearch,
  term: string,
  reason: CatalogueReason | null,
): number[] {
  return search.analyses.search(term, { limit: FOUND_AT_MOST, offeredIds: assortment.analysisIds, reason })
}

/** The reason that a term is about, in the reader's language, and the profiles and analyses that answer it. */
export function searchReasons(view: CatalogueView, search: CatalogueSearch, term: string): ReasonAnswer {
  const reason = offeredReason(view, search, term)
  const { analysisIds, profileIds } = view.assortment
  const profiles = [...(reason?.profileIds ?? []), ...search.findProfiles(term)].filter((id) =>
    profileIds.has(id),
  )
  const first = profiles.filter((id) => !reason?.neverFirstProfileIds.has(id))
  return {
    reason: reason && {
      id: reason.id,
      slug: reason.slug,
      name: reason.name[view.language],
      note: reason.note[view.language],
      analysisIds: reason.analysisIds.filter((id) => analysisIds.has(id)),
    },
    profileIds: [...new Set([...first, ...profiles])],
    analysisIds: findIds(view, search, term, reason),
  }
}

/** The reason a term is about, if the laboratory offers something for it. */
function offeredReason(
  { snapshot, assortment }: CatalogueView,
  search: CatalogueSearch,
  term: string,
): CatalogueReason | null {
  const reason = snapshot.reasons.get(search.reasons.find(term, search.analyses.knows) ?? 0)
  return reason?.analysisIds.some((id) => assortment.analysisIds.has(id)) ? reason : null
}
