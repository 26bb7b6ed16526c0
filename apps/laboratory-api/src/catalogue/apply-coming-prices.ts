import { startOfDay } from '@shop/domain/age'
import type {
  CatalogueAnalysis,
  CatalogueAssortment,
  CatalogueSnapshot,
  ComingPrice,
} from './catalogue-snapshot.ts'

/**
 * The snapshot as it is on a day: prices that have begun by then are in force, if their list has a price for that
 * analysis. Returns the same snapshot if none has begun. So a price begins on its day, whenever the list itself
 * is written.
 */
export function applyComingPrices(snapshot: CatalogueSnapshot, day: string, zone: string): CatalogueSnapshot {
  const later = snapshot.comingPrices.filter(({ fromDay }) => fromDay > day)
  if (later.length === snapshot.comingPrices.length) return snapshot
  const due = Map.groupBy(
    snapshot.comingPrices.slice(0, -later.length || undefined),
    ({ analysisId }) => analysisId,
  )
  const analyses = [...snapshot.analyses.values()].map((analysis) => {
    const own = due.get(analysis.id)
    return own ? withPrices(analysis, own, zone) : analysis
  })
  return {
    ...snapshot,
    tag: `${snapshot.tag}-${day}`,
    analyses: new Map(analyses.map((analysis) => [analysis.id, analysis])),
    analysesByCode: new Map(analyses.map((analysis) => [analysis.code, analysis])),
    // Values cached by assortment contain its prices, so each assortment gets a new object.
    assortments: copied(snapshot.assortments),
    ownAssortments: copied(snapshot.ownAssortments),
    wholeAssortment: { ...snapshot.wholeAssortment },
    comingPrices: later,
  }
}

function withPrices(
  analysis: CatalogueAnalysis,
  due: readonly ComingPrice[],
  zone: string,
): CatalogueAnalysis {
  const prices = analysis.prices.map((price) => {
    const last = due.findLast(({ priceListId }) => priceListId === price.priceListId)
    if (!last) return price
    const money = { ...price.money, amount: last.amount }
    return { ...price, money, updatedAt: startOfDay(last.fromDay, zone) }
  })
  return { ...analysis, prices }
}

function copied(assortments: ReadonlyMap<number, CatalogueAssortment>): Map<number, CatalogueAssortment> {
  return new Map([...assortments].map(([id, assortment]) => [id, { ...assortment }]))
}
