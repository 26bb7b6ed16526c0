import type { Assortment, CartAnalysis, MaterialDecisionRequest } from './cart.ts'
import { type MaterialLine, patientMaterials, unavailabilityOf } from './cart-materials.ts'
import { type Money, sum } from './money.ts'

/** What analyses cost one person who comes for nothing else: the whole price, before anyone logs in. */
export interface Quote {
  /** Sum of the analyses: a profile's price. */
  readonly analysesTotal: Money
  readonly materials: readonly MaterialLine[]
  /** What the person may bring instead of buying; not in the total. */
  readonly optionalMaterials: readonly MaterialDecisionRequest[]
  /** Analyses and the materials that cannot be avoided. */
  readonly total: Money
}

/** Null when the laboratory does not sell one of them. The same materials and sums as in the cart. */
export function quoteAnalyses(input: {
  analysisIds: readonly number[]
  assortment: Assortment
}): Quote | null {
  const { assortment } = input
  const analyses: CartAnalysis[] = []
  const prices: Money[] = []
  for (const id of new Set(input.analysisIds)) {
    const analysis = assortment.analyses.get(id)
    if (!analysis?.price || unavailabilityOf(id, assortment)) return null
    analyses.push(analysis)
    prices.push(analysis.price)
  }
  const materials = patientMaterials({ analyses, assortment, decisions: {} })
  const charges = [...prices, ...materials.lines.map(({ total }) => total)]
  return {
    analysesTotal: sum(prices, assortment.currency),
    materials: materials.lines,
    optionalMaterials: materials.undecided,
    total: sum(charges, assortment.currency),
  }
}
