import type { Assortment, CartAnalysis, MaterialDecisionRequest } from './cart.ts'
import { type MaterialLine, patientMaterials, unavailabilityOf } from './cart-materials.ts'
import { inclusionsAmong, missingCompanions, presentIds } from './cart-rules.ts'
import { type Money, sum } from './money.ts'

/** What analyses cost one person who orders nothing else: the whole price, before login. */
export interface Quote {
  /** Sum of the requested analyses: a profile's price. */
  readonly analysesTotal: Money
  /** Analyses that must be ordered with them, directly or not. */
  readonly companions: readonly { readonly id: number; readonly name: string; readonly price: Money }[]
  readonly materials: readonly MaterialLine[]
  /** What the person may bring instead of buying; not in the total. */
  readonly optionalMaterials: readonly MaterialDecisionRequest[]
  /** Analyses, companions and the materials that cannot be avoided. */
  readonly total: Money
}

/** Null if the laboratory does not sell one of them, or a companion. The same materials and sums as in the cart. */
export function quoteAnalyses(input: {
  analysisIds: readonly number[]
  assortment: Assortment
}): Quote | null {
  const { assortment } = input
  const asked = new Set(input.analysisIds)
  const analyses: PricedAnalysis[] = []
  // The requested analyses come first, so that none of them counts as a companion.
  const ids = new Set(asked)
  for (const id of ids) {
    const analysis = assortment.analyses.get(id)
    if (!analysis || !isPriced(analysis) || unavailabilityOf(id, assortment)) return null
    analyses.push(analysis)
    const present = presentIds(analyses, assortment)
    for (const rule of analysis.rules)
      for (const missing of missingCompanions(rule, present)) ids.add(missing)
  }
  const included = inclusionsAmong(analyses, assortment)
  const sold = analyses.filter(({ id }) => !included.has(id))
  const priced = sold.filter(({ id }) => asked.has(id))
  const companions = sold.filter(({ id }) => !asked.has(id))
  const materials = patientMaterials({ analyses: sold, assortment, decisions: {} })
  const charges = [...sold.map(({ price }) => price), ...materials.lines.map(({ total }) => total)]
  return {
    analysesTotal: sum(
      priced.map(({ price }) => price),
      assortment.currency,
    ),
    companions: companions.map(({ id, name, price }) => ({ id, name, price })),
    materials: materials.lines,
    optionalMaterials: materials.undecided,
    total: sum(charges, assortment.currency),
  }
}

type PricedAnalysis = CartAnalysis & { readonly price: Money }

function isPriced(analysis: CartAnalysis): analysis is PricedAnalysis {
  return analysis.price !== null
}
