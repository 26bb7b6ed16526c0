import type { WireAnalysis, WireProfile } from '@shop/contract/catalogue'
import { toWire, type WireMoney } from '@shop/domain/money'
import { quoteAnalyses } from '@shop/domain/quote'
import { derived, type ShownCatalogue } from './shown-catalogue.server.ts'

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
  description: string
  /** The longest fast that one of its tests asks for. */
  fastingHours: number
  inside: string[]
  /** In the list of all: the page of it has others beside it. */
  isComparable?: boolean
}

/** As many as a card has room for. */
const NAMED_INSIDE = 4

/** Null for none, and when the laboratory cannot sell all of them. */
export function bundleFacts(analyses: readonly WireAnalysis[], shown: ShownCatalogue): BundleFacts | null {
  const analysisIds = analyses.map(({ id }) => id)
  const quote = quoteAnalyses({ analysisIds, assortment: shown.catalogue.assortment })
  if (!quote || analysisIds.length === 0) return null
  return {
    analysisCount: analysisIds.length,
    ready: shown.readyText(longestPeriod({ labServices: analyses })),
    price: toWire(quote.analysesTotal),
  }
}

/** The profile's card; null when the laboratory cannot sell all that is in it. */
export function profileView(profile: WireProfile, shown: ShownCatalogue): ProfileView | null {
  const facts = bundleFacts(profile.labServices, shown)
  if (!facts) return null
  return {
    ...facts,
    id: profile.id,
    name: profile.name,
    description: profile.description,
    fastingHours: Math.max(...profile.labServices.map(({ preparation }) => preparation.fastingHours)),
    inside: namesInside(profile, shown),
  }
}

/** What is inside, the first of it, by the names that people say. */
export function namesInside({ labServices }: WireProfile, shown: ShownCatalogue): string[] {
  return labServices.slice(0, NAMED_INSIDE).map(({ id, name }) => shortName(shown, id) ?? name)
}

function shortName({ entries }: ShownCatalogue, id: number): string | undefined {
  const row = entries.get(id)?.row
  return row?.also && row.also.length < row.name.length ? row.also : row?.name
}

export function longestPeriod({
  labServices,
}: {
  labServices: readonly Pick<WireAnalysis, 'execPeriod'>[]
}): number {
  return Math.max(...labServices.map(({ execPeriod }) => execPeriod))
}

/** All profiles that the laboratory can sell, in the order of the specification. */
export function profileViews(shown: ShownCatalogue): ProfileView[] {
  return derived(shown, 'profiles', ({ profiles }) =>
    profiles.map((profile) => profileView(profile, shown)).filter((view) => view !== null),
  )
}
