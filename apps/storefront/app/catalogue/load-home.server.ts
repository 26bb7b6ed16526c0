import { laboratoryLabel } from '../platform/laboratory/laboratory-label.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { formatDay } from '../platform/texts/format-dates.server.ts'
import type { AnalysisRow, CatalogueEntry } from './analysis-row.server.ts'
import { categoryLinks } from './category-pages.ts'
import { type CurrentOrder, currentOrder } from './current-order.server.ts'
import { feesOf } from './fees.server.ts'
import { profileViews } from './profile-view.server.ts'
import { derived, openShownCatalogue, type ShownCatalogue, shownTree } from './shown-catalogue.server.ts'

const POPULAR_SHOWN = 8
const PROFILES_SHOWN = 4

/** The start page: what most people look for, with the prices of the shown laboratory. */
export async function loadHome({ shop }: { shop: Shop }) {
  const [shown, order] = await Promise.all([openShownCatalogue(shop), currentOrder(shop)])
  const { entries, catalogue, laboratory, visitDate } = shown
  const tree = shownTree(shown)
  const popular = derived(shown, 'popular', popularRows)
  const profiles = profileViews(shown)
  return {
    laboratoryLabel: laboratoryLabel(laboratory),
    visitDay: visitDate && formatDay(visitDate, shop.locale),
    analysisCount: entries.size,
    popular,
    profiles: profiles.slice(0, PROFILES_SHOWN),
    profileCount: profiles.length,
    categories: derived(shown, 'links', () => categoryLinks(tree, shop.env.categoryIds)),
    categoryCount: tree.length,
    fees: feesOf(
      shown,
      popular.map(({ id }) => catalogue.analysesById.get(id)!),
    ),
    order: order as CurrentOrder | null,
  }
}
export type HomeView = Awaited<ReturnType<typeof loadHome>>

function popularRows({ entries }: ShownCatalogue): AnalysisRow[] {
  const popular = [...entries.values()].filter(({ isPopular }) => isPopular)
  return takeInTurns(popular)
    .slice(0, POPULAR_SHOWN)
    .map(({ row }) => row)
}

/** One of each category in turn, so that the first ones show what there is. */
function takeInTurns(entries: readonly CatalogueEntry[]): CatalogueEntry[] {
  const turns = new Map<CatalogueEntry, number>()
  const taken = new Map<number | undefined, number>()
  for (const entry of entries) {
    const turn = taken.get(entry.categoryIds[0]) ?? 0
    taken.set(entry.categoryIds[0], turn + 1)
    turns.set(entry, turn)
  }
  return entries.toSorted((a, b) => turns.get(a)! - turns.get(b)!)
}
