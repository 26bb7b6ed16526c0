import type { Assortment, CartAnalysis, MaterialDecisionRequest } from './cart.ts'
import { type MaterialLine, patientMaterials, unavailabilityOf } from './cart-materials.ts'
import { inclusionsAmong, missingCompanions, presentIds } from './cart-rules.ts'
import { type Money, sum } from './money.ts'

/** What analyses cost one person who comes for nothing else: the whole price, before anyone logs in. */
export interface Quote {
  /** Sum of the analyses that were asked for: a profile's price. */
  readonly analysesTotal: Money
  /** What they can only be ordered together with, through others too. */
  readonly companions: readonly { readonly id: number; readonly name: string; readonly price: Money }[]
  readonly materials: readonly MaterialLine[]
  /** What the person may bring instead of buying; not in the total. */
  readonly optionalMaterials: readonly MaterialDecisionRequest[]
  /** Analyses, companions and the materials that cannot be avoided. */
  readonly total: Money
}

/** Null when the laboratory does not sell one of them, or a companion. The same materials and sums as in the cart. */
export function quoteAnalyses(input: {
  analysisIds: readonly number[]
  assortment: Assortment
}): Quote | null {
  const { assortment } = input
  const asked = new Set(input.analysisIds)
  const analyses: PricedAnalysis[] = []
  // What is asked for comes first, so that nothing of it counts as a companion.
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
