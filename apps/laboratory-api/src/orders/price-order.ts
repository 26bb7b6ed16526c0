import { genderFromWire, type WireGender } from '@shop/contract/fields'
import type { CreateOrder } from '@shop/contract/orders'
import { Problem } from '@shop/contract/problem'
import { type CalculatedCart, calculateCart } from '@shop/domain/calculate-cart'
import type { Cart } from '@shop/domain/cart'
import { toWire } from '@shop/domain/money'
import { assortmentForCart } from '../catalogue/cart-assortment.ts'
import type { ApiContext } from '../context.ts'
import type { PlannedVisit } from './plan-visit.ts'

/** A patient of the account, as stored. */
export interface OwnPatient {
  id: string
  firstName: string
  lastName: string
  gender: WireGender
  dateOfBirth: string
}

/**
 * Recalculates the order from today's catalogue, with the same function as the cart.
 * @throws Problem unknown_laboratory, unknown_patient, cart_empty, cart_not_orderable (with the obstacles,
 * ids only), price_changed (with the new total)
 */
export function priceOrder(
  context: ApiContext,
  input: { request: CreateOrder; cart: Cart; patients: readonly OwnPatient[]; visit: PlannedVisit },
): CalculatedCart {
  const { request, cart, patients, visit } = input
  const { laboratoryId } = request
  const assortment = assortmentForCart({ snapshot: context.catalogue.current(), laboratoryId, locale: 'en' })
  if (!assortment) throw new Problem('unknown_laboratory')
  assertOwnPatients(request, patients)
  const calculated = calculateCart({
    cart,
    patients: patients.map((patient) => ({ ...patient, gender: genderFromWire(patient.gender) })),
    assortment,
    onDate: visit.date,
    deliveryPrice: visit.deliveryPrice,
  })
  assertOrderable(calculated)
  assertExpected(calculated, request)
  return calculated
}

function assertOwnPatients(request: CreateOrder, patients: readonly OwnPatient[]): void {
  const own = new Set(patients.map(({ id }) => id))
  const errors = request.patients.flatMap(({ patientId }, index) =>
    own.has(patientId) ? [] : [{ path: `patients.${index}.patientId`, message: 'no such patient' }],
  )
  if (errors.length > 0) throw new Problem('unknown_patient', { errors })
}

function assertOrderable(cart: CalculatedCart): void {
  if (cart.obstacles.length === 0) return
  if (cart.obstacles.length === 1 && cart.obstacles[0] === 'cart_empty') throw new Problem('cart_empty')
  const undecidedMaterials = Object.entries(cart.undecidedMaterials).flatMap(([patientId, materials]) =>
    Object.values(materials).map(({ materialId }) => ({ patientId, materialId })),
  )
  throw new Problem('cart_not_orderable', {
    extension: {
      obstacles: cart.obstacles,
      unavailable: cart.unavailable.map((line) => ({ ...line })),
      brokenRequirements: cart.brokenRequirements.map(
        ({ patientId, analysisId, rule, relatedAnalysisIds }) => ({
          patientId,
          analysisId,
          ruleId: rule.id,
          relatedAnalysisIds,
        }),
      ),
      undecidedMaterials,
    },
  })
}

function assertExpected({ orderTotal }: CalculatedCart, { expectedTotal }: CreateOrder): void {
  const total = toWire(orderTotal)
  if (expectedTotal.price !== total.price || expectedTotal.currency !== total.currency) {
    throw new Problem('price_changed', { extension: { total } })
  }
}
