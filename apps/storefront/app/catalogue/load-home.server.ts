import { rangePosition } from '@shop/domain/reference-range'
import { formatDay, formatDecimal } from '@shop/texts/formats.server'
import { nextFreeTimes } from '../laboratories/next-free.server.ts'
import { laboratoryInWords } from '../platform/laboratory/active-laboratory.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import type { AnalysisRow, CatalogueEntry } from './analysis-row.server.ts'
import { feesOf } from './fees.server.ts'
import { shownLinks } from './load-category.server.ts'
import { type FamilyView, loadFamily } from './load-family.server.ts'
import { profileViews } from './profile-view.server.ts'
import { derived, openShownCatalogue, type ShownCatalogue, shownTree } from './shown-catalogue.server.ts'

const EXAMPLE_BEFORE = '2026-04-14'
const POPULAR_SHOWN = 8
const PROFILES_SHOWN = 4

/** The start page: what most people look for, with the prices of the shown laboratory. */
export async function loadHome({ shop }: { shop: Shop }) {
  const [shown, family] = await Promise.all([openShownCatalogue(shop), loadFamily(shop)])
  const { entries, catalogue, laboratory, visitDate } = shown
  // Customers with a visit ahead need no other time.
  const freeTimes = family?.visit ? [] : await nextFreeTimes(shop, laboratory)
  const popular = derived(shown, 'popular', popularRows)
  const profiles = profileViews(shown)
  return {
    laboratoryLabel: laboratoryInWords(laboratory, shop, shown.regions),
    visitDay: visitDate && formatDay(visitDate, shop.locale),
    analysisCount: entries.size,
    popular,
    profiles: profiles.slice(0, PROFILES_SHOWN),
    profileCount: profiles.length,
    categories: shownLinks(shop, shown),
    categoryCount: shownTree(shown).length,
    fees: feesOf(
      shown,
      popular.map(({ id }) => catalogue.analysesById.get(id)!),
    ),
    ...withLead(family),
    freeTimes,
    example: exampleResult(shop.locale),
  }
}

/** With nothing under way the newest result becomes the lead and leaves the list. */
function withLead(family: FamilyView | null) {
  if (!family?.results || (family.visit ?? family.order ?? family.urgent)) return { family, newest: null }
  const [newest = null, ...results] = family.results
  return { family: { ...family, results }, newest }
}

/** An example of a shown value: a woman's haemoglobin, slightly below the catalogue's range for adult women. */
function exampleResult(locale: string) {
  const [value, low, high] = [116, 120, 150]
  return {
    value: formatDecimal(value, locale),
    unit: locale === 'ru' || locale === 'be' ? 'г/л' : 'g/L',
    low: formatDecimal(low, locale),
    high: formatDecimal(high, locale),
    position: rangePosition(value, { low, high })!,
    distance: formatDecimal(low - value, locale),
    on: formatDay(EXAMPLE_BEFORE, locale, 'date'),
  }
}
export type HomeView = Awaited<ReturnType<typeof loadHome>>

function popularRows({ entries }: ShownCatalogue): AnalysisRow[] {
  const popular = [...entries.values()].filter(({ isPopular }) => isPopular)
  return takeAlternately(popular)
    .slice(0, POPULAR_SHOWN)
    .map(({ row }) => row)
}

/** One of each category in each round, so that the first ones show the whole variety. */
function takeAlternately(entries: readonly CatalogueEntry[]): CatalogueEntry[] {
  const rounds = new Map<CatalogueEntry, number>()
  const taken = new Map<number | undefined, number>()
  for (const entry of entries) {
    const round = taken.get(entry.categoryIds[0]) ?? 0
    taken.set(entry.categoryIds[0], round + 1)
    rounds.set(entry, round)
  }
  return entries.toSorted((a, b) => rounds.get(a)! - rounds.get(b)!)
}
