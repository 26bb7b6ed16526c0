import type { Analysis, Profile } from '@shop/contract/catalogue-codec'
import { toWire, type WireMoney } from '@shop/domain/money'
import { quoteAnalyses } from '@shop/domain/quote'
import type { Purpose } from './profile-purposes.server.ts'
import { derived, type ShownCatalogue } from './shown-catalogue.server.ts'

/** Facts about several analyses together. */
export interface BundleFacts {
  analysisCount: number
  /** "Wed 25 Nov": when the last result is ready. */
  ready: string | null
  /** The sum of its analyses' prices. */
  price: WireMoney
}

/** A profile as a card shows it. */
export interface ProfileView extends BundleFacts {
  id: number
  name: string
  description: string
  /** The longest fast that one of its analyses asks for. */
  fastingHours: number
  inside: string[]
  /** Only in the list of profiles: its own page offers a comparison. */
  isComparable?: boolean
  /** Only in the list of all profiles. */
  purposes?: readonly Purpose[]
}

/** As many as fit on a card. */
const NAMED_INSIDE = 4

/** Null for an empty list, and if the laboratory does not sell all of them. */
export function bundleFacts(analyses: readonly Analysis[], shown: ShownCatalogue): BundleFacts | null {
  const analysisIds = analyses.map(({ id }) => id)
  const quote = quoteAnalyses({ analysisIds, assortment: shown.catalogue.assortment })
  if (!quote || analysisIds.length === 0) return null
  return {
    analysisCount: analysisIds.length,
    ready: shown.readyText(longestTurnaround(analyses)),
    price: toWire(quote.analysesTotal),
  }
}

/** The profile's card; null if the laboratory does not sell all of its analyses. */
export function profileView(profile: Profile, shown: ShownCatalogue): ProfileView | null {
  const facts = bundleFacts(profile.analyses, shown)
  if (!facts) return null
  return {
    ...facts,
    id: profile.id,
    name: profile.name,
    description: profile.description,
    fastingHours: Math.max(...profile.analyses.map(({ preparation }) => preparation.fastingHours)),
    inside: namesInside(profile, shown),
  }
}

/** The first analyses of a profile, by their common names. */
export function namesInside({ analyses }: Profile, shown: ShownCatalogue): string[] {
  return analyses.slice(0, NAMED_INSIDE).map(({ id, name }) => shortName(shown, id) ?? name)
}

function shortName({ entries }: ShownCatalogue, id: number): string | undefined {
  const row = entries.get(id)?.row
  return row?.also && row.also.length < row.name.length ? row.also : row?.name
}

export function longestTurnaround(analyses: readonly Pick<Analysis, 'turnaroundDays'>[]): number {
  return Math.max(...analyses.map(({ turnaroundDays }) => turnaroundDays))
}

/** All profiles that the laboratory sells in full, in the order of the specification. */
export function profileViews(shown: ShownCatalogue): ProfileView[] {
  return derived(shown, 'profiles', ({ profiles }) =>
    profiles.map((profile) => profileView(profile, shown)).filter((view) => view !== null),
  )
}
