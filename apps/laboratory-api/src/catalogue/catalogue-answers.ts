import type { CatalogHeader, WireAnalysis, WireProfile } from '@shop/contract/catalogue'
import type { Locale } from '@shop/domain/locale'
import type { CatalogueAssortment, CatalogueSnapshot } from './catalogue-snapshot.ts'
import { type StoredAnswer, storeAnswer } from './stored-answer.ts'
import { type CatalogueView, wireAnalysis, wireHeaders, wireProfile } from './wire-catalogue.ts'

/** The answers that are the same for many requests: made on the first request, kept as long as the snapshot. */
interface CatalogueAnswers {
  analyses(assortment: CatalogueAssortment, language: Locale): StoredAnswer<WireAnalysis[]>
  profiles(assortment: CatalogueAssortment, language: Locale): StoredAnswer<WireProfile[]>
  headers(language: Locale): StoredAnswer<CatalogHeader[]>
}

const answersOfSnapshot = new WeakMap<CatalogueSnapshot, CatalogueAnswers>()

export function catalogueAnswers(snapshot: CatalogueSnapshot): CatalogueAnswers {
  const known = answersOfSnapshot.get(snapshot)
  if (known) return known
  const answers = createAnswers(snapshot)
  answersOfSnapshot.set(snapshot, answers)
  return answers
}

function createAnswers(snapshot: CatalogueSnapshot): CatalogueAnswers {
  // Keyed by assortment object or snapshot: a laboratory that has switched something off shares an assortment's
  // id, but not its answers.
  const madeOf = new Map<object, Map<string, StoredAnswer<never>>>()
  function once<T>(of: object, key: string, make: () => T): StoredAnswer<T> {
    const made = madeOf.get(of) ?? new Map<string, StoredAnswer<never>>()
    madeOf.set(of, made)
    const known = made.get(key) as StoredAnswer<T> | undefined
    if (known) return known
    const answer = storeAnswer(make())
    made.set(key, answer as StoredAnswer<never>)
    return answer
  }
  return {
    analyses: (assortment, language) =>
      once(assortment, `analyses ${language}`, () => {
        const view: CatalogueView = { snapshot, assortment, language }
        return pick(snapshot.analyses, assortment.analysisIds).map((analysis) => wireAnalysis(analysis, view))
      }),
    profiles: (assortment, language) =>
      once(assortment, `profiles ${language}`, () => {
        const view: CatalogueView = { snapshot, assortment, language }
        return pick(snapshot.profiles, assortment.profileIds).map((profile) => wireProfile(profile, view))
      }),
    headers: (language) => once(snapshot, `headers ${language}`, () => wireHeaders({ snapshot, language })),
  }
}

function pick<T>(entries: ReadonlyMap<number, T>, ids: ReadonlySet<number>): T[] {
  return [...ids].flatMap((id) => entries.get(id) ?? [])
}
