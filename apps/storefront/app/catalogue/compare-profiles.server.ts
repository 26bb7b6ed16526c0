import type { Profile } from '@shop/contract/catalogue-codec'
import { comparableProfiles } from '@shop/domain/comparable-profiles'
import { formatAmount, fromWire, type WireMoney } from '@shop/domain/money'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { pageTexts } from '../platform/texts/page-texts.server.ts'
import { type ProfileView, profileView, profileViews } from './profile-view.server.ts'
import type { ShownCatalogue } from './shown-catalogue.server.ts'

/** Two profiles side by side. */
export interface ProfileComparison {
  own: ProfileView
  other: ProfileView
  /** "34.20 BYN more"; null: both cost the same, or the currencies differ. */
  difference: string | null
  /** First what only the other has, then what only this one has, then what both have. */
  rows: { id: number; name: string; own: boolean; other: boolean }[]
}

/** At most two comparisons: with more, choosing gets harder. */
const MOST = 2

/** The profiles worth comparing with this one, most alike first; empty if this one is not offered here. */
export function compareProfiles(shop: Shop, profile: Profile, shown: ShownCatalogue): ProfileComparison[] {
  const own = profileView(profile, shown)
  if (!own) return []
  return comparableProfiles(bundleOf(profile), shown.profiles.map(bundleOf))
    .map(({ profile: other }) => comparison(shop, { own, profile, other, shown }))
    .filter((one) => one !== null)
    .slice(0, MOST)
}

/** Those of some profiles that are worth comparing with each other, two by two, each at most once. */
export function comparePairs(
  shop: Shop,
  profiles: readonly Profile[],
  shown: ShownCatalogue,
): ProfileComparison[] {
  const left = new Map(profiles.map((profile) => [profile.id, bundleOf(profile)]))
  return profiles.flatMap((profile) => {
    if (!left.delete(profile.id)) return []
    const [other] = comparableProfiles(bundleOf(profile), [...left.values()])
    const own = profileView(profile, shown)
    const pair = own && other && comparison(shop, { own, profile, other: other.profile, shown })
    if (!pair) return []
    left.delete(pair.other.id)
    return [pair]
  })
}

/** Ids of the profiles offered here that are worth comparing with another one offered here. */
export function comparableIds(shown: ShownCatalogue): Set<number> {
  const sold = new Set(profileViews(shown).map(({ id }) => id))
  const bundles = shown.profiles.filter(({ id }) => sold.has(id)).map(bundleOf)
  return new Set(
    bundles.filter((bundle) => comparableProfiles(bundle, bundles).length > 0).map(({ id }) => id),
  )
}

function bundleOf(profile: Profile) {
  return {
    id: profile.id,
    profile,
    analysisIds: profile.analyses.map(({ id }) => id),
    rules: profile.analyses.flatMap(({ rules }) => rules),
    categoryIds: profile.categories.map(({ id }) => id),
  }
}

function comparison(
  shop: Shop,
  input: { own: ProfileView; profile: Profile; other: Profile; shown: ShownCatalogue },
): ProfileComparison | null {
  const { own, profile, shown } = input
  const other = profileView(input.other, shown)
  if (!other) return null
  const mine = new Set(profile.analyses.map(({ id }) => id))
  const theirs = new Set(input.other.analyses.map(({ id }) => id))
  const rank = (row: { own: boolean; other: boolean }) => (row.own && row.other ? 2 : row.own ? 1 : 0)
  return {
    own,
    other,
    difference: differenceOf(shop, own.price, other.price),
    rows: [...mine.union(theirs)]
      .map((id) => ({
        id,
        name: shown.entries.get(id)?.row.name ?? '',
        own: mine.has(id),
        other: theirs.has(id),
      }))
      .toSorted((a, b) => rank(a) - rank(b)),
  }
}

function differenceOf({ locale, env }: Shop, own: WireMoney, other: WireMoney): string | null {
  if (own.currency !== other.currency || own.price === other.price) return null
  const { t } = pageTexts(locale, env.partner).texts
  const { currency } = own
  const apart = Math.abs(fromWire(other).amount - fromWire(own).amount)
  const amount = `${formatAmount({ amount: apart, currency }, locale)} ${currency}`
  return t(`catalogue.compare.${other.price > own.price ? 'more' : 'less'}`, { amount })
}
