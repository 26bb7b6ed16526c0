import type { WireAnalysis, WireProfile } from '@shop/contract/catalogue'
import { toWire, type WireMoney } from '@shop/domain/money'
import { quoteAnalyses } from '@shop/domain/quote'
import { languageOfName } from '../platform/language-of-name.ts'
import { derived, type Shelf } from './shelf.server.ts'

/** What several analyses together are. */
export interface BundleFacts {
  analysisCount: number
  /** "Wed 25 Nov": when the last result is ready. */
  ready: string | null
  /** The sum of its analyses. */
  price: WireMoney
}

/** A profile as a card shows it. */
export interface ProfileView extends BundleFacts {
  id: number
  name: string
  /** Profile names are Russian in every language, where they are. */
  lang: 'ru' | undefined
  description: string
}

/** Null for none, and when the laboratory cannot sell all of them. */
export function bundleFacts(analyses: readonly WireAnalysis[], shelf: Shelf): BundleFacts | null {
  const analysisIds = analyses.map(({ id }) => id)
  const quote = quoteAnalyses({ analysisIds, assortment: shelf.catalogue.assortment })
  if (!quote || analysisIds.length === 0) return null
  return {
    analysisCount: analysisIds.length,
    ready: shelf.readyText(longestPeriod({ labServices: analyses })),
    price: toWire(quote.analysesTotal),
  }
}

/** The profile's card; null when the laboratory cannot sell all that is in it. */
export function profileView(profile: WireProfile, shelf: Shelf): ProfileView | null {
  const facts = bundleFacts(profile.labServices, shelf)
  if (!facts) return null
  return {
    ...facts,
    id: profile.id,
    name: profile.name,
    lang: languageOfName(profile.name),
    description: profile.description,
  }
}

export function longestPeriod({
  labServices,
}: {
  labServices: readonly Pick<WireAnalysis, 'execPeriod'>[]
}): number {
  return Math.max(...labServices.map(({ execPeriod }) => execPeriod))
}

/** All profiles that the laboratory can sell, in the order of the specification. */
export function profileViews(shelf: Shelf): ProfileView[] {
  return derived(shelf, 'profiles', ({ profiles }) =>
    profiles.map((profile) => profileView(profile, shelf)).filter((view) => view !== null),
  )
}
