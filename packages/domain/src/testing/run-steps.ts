import { type AddToCartResult, withAnalyses } from '../add-to-cart.ts'
import type { Assortment, Cart, CartPatient } from '../cart.ts'
import { withoutAnalysis, withoutPatient, withoutPatientAnalysis } from '../remove-from-cart.ts'
import { confirmationsOf, decisionsOf, type Step } from './arbitraries.ts'
import { ON_DATE } from './factories.ts'

export interface World {
  readonly patients: readonly CartPatient[]
  readonly assortment: Assortment
}

export function takeAddition(
  cart: Cart,
  step: Extract<Step, { kind: 'add' }>,
  world: World,
): AddToCartResult {
  return withAnalyses({
    ...world,
    cart,
    analysisIds: step.analysisIds,
    patientIds: step.patientIds,
    decisions: step.decides ? decisionsOf(step) : {},
    confirmations: confirmationsOf(step),
    onDate: ON_DATE,
  })
}

/** The cart after one step, as it would be stored. */
export function takeStep(cart: Cart, step: Step, world: World): Cart {
  switch (step.kind) {
    case 'add': {
      const result = takeAddition(cart, step, world)
      return 'cart' in result ? result.cart : cart
    }
    case 'removePatientAnalysis':
      return withoutPatientAnalysis({ ...step, cart, assortment: world.assortment })
    case 'removeAnalysis':
      return withoutAnalysis({ ...step, cart, assortment: world.assortment })
    case 'removePatient':
      return withoutPatient({ ...step, cart, assortment: world.assortment })
  }
}

/** What a cart costs, counted in the simplest way from the rules of charging. */
export function plainTotal(cart: Cart, { assortment }: World): number {
  let total = 0
  for (const [patientId, ids] of Object.entries(cart.analysisIdsByPatientId)) {
    const analyses = ids.map((id) => assortment.analyses.get(id)!)
    for (const analysis of analyses) total += analysis.price!.amount
    for (const material of assortment.materials.values()) {
      const naming = analyses.filter(
        ({ samplingServiceIds, materialId }) =>
          samplingServiceIds.includes(material.id) || materialId === material.id,
      )
      if (naming.length === 0 || material.charge === 'INCLUDED_IN_SERVICE') continue
      if (material.isOptional && !cart.materialDecisions[patientId]?.[material.id]) continue
      total += material.price!.amount * (material.charge === 'PER_ANALYSIS' ? naming.length : 1)
    }
  }
  return total
}
