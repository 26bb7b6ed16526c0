import { formatDay } from '../../format-dates.server.ts'
import { laboratoryLabel } from '../../laboratory-label.ts'
import type { Shop } from '../../shop-context.server.ts'
import type { AnalysisRow } from './analysis-row.server.ts'
import { categoryLinks } from './category-pages.ts'
import { type CurrentOrder, currentOrder } from './current-order.server.ts'
import { feesOf } from './fees.server.ts'
import { profileViews } from './profile-view.server.ts'
import { openShelf } from './shelf.server.ts'
import { treeOfShelf } from './tree-of-shelf.server.ts'

const POPULAR_SHOWN = 8
const PROFILES_SHOWN = 4

/** The start page: what most people look for, with the prices of the shown laboratory. */
export async function loadHome({ shop }: { shop: Shop }) {
  const [shelf, order] = await Promise.all([openShelf(shop), currentOrder(shop)])
  const { rows, catalogue, laboratory, visitDate } = shelf
  const tree = treeOfShelf(shelf)
  const all = [...rows.values()]
  const popular = takeInTurns(all.filter(({ isPopular }) => isPopular)).slice(0, POPULAR_SHOWN)
  const profiles = profileViews(shelf)
  return {
    laboratoryLabel: laboratoryLabel(laboratory),
    visitDay: visitDate && formatDay(visitDate, shop.locale),
    analysisCount: all.length,
    popular,
    profiles: profiles.slice(0, PROFILES_SHOWN),
    profileCount: profiles.length,
    categories: categoryLinks(tree, shop.env.categoryIds),
    categoryCount: tree.length,
    fees: feesOf(
      shelf,
      popular.map(({ id }) => catalogue.analysesById.get(id)!),
    ),
    order: order as CurrentOrder | null,
  }
}
export type HomeView = Awaited<ReturnType<typeof loadHome>>

/** One of each category in turn, so that the first ones show what there is. */
function takeInTurns(rows: readonly AnalysisRow[]): AnalysisRow[] {
  const turns = new Map<AnalysisRow, number>()
  const taken = new Map<number | undefined, number>()
  for (const row of rows) {
    const turn = taken.get(row.categoryIds[0]) ?? 0
    taken.set(row.categoryIds[0], turn + 1)
    turns.set(row, turn)
  }
  return rows.toSorted((a, b) => turns.get(a)! - turns.get(b)!)
}
