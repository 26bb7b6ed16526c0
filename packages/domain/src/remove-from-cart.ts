import type { Assortment, Cart } from './cart.ts'
import { pruneCart } from './prune-cart.ts'

/**
 * Removals take out an analysis or a patient and change nothing else: an analysis that required the removed one
 * stays, and `calculateCart` lists it among the broken requirements until the patient resolves it. Removing what is
 * not in the cart changes nothing.
 */
export function withoutPatientAnalysis(input: {
  cart: Cart
  patientId: string
  analysisId: number
  assortment: Assortment
}): Cart {
  return withoutLines(input, (patientId, analysisId) => {
    return patientId === input.patientId && analysisId === input.analysisId
  })
}

/** Removes the analysis from every patient. */
export function withoutAnalysis(input: { cart: Cart; analysisId: number; assortment: Assortment }): Cart {
  return withoutLines(input, (_, analysisId) => analysisId === input.analysisId)
}

export function withoutPatient(input: { cart: Cart; patientId: string; assortment: Assortment }): Cart {
  return withoutLines(input, (patientId) => patientId === input.patientId)
}

function withoutLines(
  { cart, assortment }: { cart: Cart; assortment: Assortment },
  isRemoved: (patientId: string, analysisId: number) => boolean,
): Cart {
  const remaining = Object.entries(cart.analysisIdsByPatientId).map(
    ([patientId, ids]) => [patientId, ids.filter((id) => !isRemoved(patientId, id))] as const,
  )
  return pruneCart({ ...cart, analysisIdsByPatientId: Object.fromEntries(remaining) }, assortment)
}
