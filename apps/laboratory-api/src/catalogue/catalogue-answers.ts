import type { Locale } from '@shop/domain/locale'
import { madeOnce, madeOnceFor } from '@shop/server/made-once'
import type { CatalogueAssortment, CatalogueSnapshot } from './catalogue-snapshot.ts'
import { storeAnswer } from './stored-answer.ts'
import { type CatalogueView, wireAnalysis, wireCategories, wireProfile } from './wire-catalogue.ts'

/** The answers that are the same for many requests: made on the first request, kept as long as the snapshot. */
export const catalogueAnswers = madeOnceFor((snapshot: CatalogueSnapshot) => ({
  // By assortment object: a laboratory that has switched something off shares an assortment's id, but not its
  // answers.
  analyses: madeOnceFor((assortment: CatalogueAssortment, language: Locale) => {
    const view: CatalogueView = { snapshot, assortment, language }
    return storeAnswer(
      pick(snapshot.analyses, assortment.analysisIds).map((analysis) => wireAnalysis(analysis, view)),
    )
  }),
  profiles: madeOnceFor((assortment: CatalogueAssortment, language: Locale) => {
    const view: CatalogueView = { snapshot, assortment, language }
    return storeAnswer(
      pick(snapshot.profiles, assortment.profileIds).map((profile) => wireProfile(profile, view)),
    )
  }),
  categories: madeOnce((language: Locale) => storeAnswer(wireCategories({ snapshot, language }))),
}))

function pick<T>(entries: ReadonlyMap<number, T>, ids: ReadonlySet<number>): T[] {
  return [...ids].flatMap((id) => entries.get(id) ?? [])
}
