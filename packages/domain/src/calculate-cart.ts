import { type CalculatedPatient, calculatePatient } from './calculate-patient.ts'
import type {
  Assortment,
  Cart,
  CartPatient,
  MaterialDecisionRequest,
  MaterialDecisionRequestMap,
  RuleApplication,
  UnavailableLine,
} from './cart.ts'
import { add, type Currency, type Money, sum } from './money.ts'

export type OrderObstacle =
  | 'cart_empty'
  | 'unknown_patients'
  | 'unavailable_lines'
  | 'broken_requirements'
  | 'undecided_materials'
  | 'delivery_currency'

export interface CalculatedCart {
  readonly currency: Currency
  /** One per known patient in the cart, in the order of the given patients. */
  readonly patients: readonly CalculatedPatient[]
  /** Sum of the subtotals. */
  readonly cartTotal: Money
  readonly deliveryPrice: Money | null
  /** Cart total and delivery. */
  readonly orderTotal: Money
  /** Visible, but outside the totals. */
  readonly unavailable: readonly UnavailableLine[]
  readonly brokenRequirements: readonly RuleApplication[]
  readonly undecidedMaterials: MaterialDecisionRequestMap
  /** In the stored cart, but no longer among the patients: neither shown nor charged. */
  readonly unknownPatientIds: readonly string[]
  /** Why it cannot be ordered; empty if it can. */
  readonly obstacles: readonly OrderObstacle[]
}

/**
 * Computes everything that is shown and charged from the stored choices and today's prices and rules. The page, the
 * JSON answers and the creation of the order call this one function. Linear in lines. `onDate` is the visit's date,
 * otherwise today. `deliveryPrice` is the call region's price, once per visit; null at a branch. A price in a
 * currency other than the assortment's cannot be added: it is an obstacle.
 */
export function calculateCart(input: {
  cart: Cart
  patients: readonly CartPatient[]
  assortment: Assortment
  onDate: string
  deliveryPrice?: Money | null
  /** The currency of home visits, known before the region is chosen. */
  deliveryCurrency?: Currency | undefined
}): CalculatedCart {
  const { cart, assortment, onDate, deliveryCurrency = input.deliveryPrice?.currency } = input
  const { currency } = assortment
  const isDeliveryPriced = deliveryCurrency === undefined || deliveryCurrency === currency
  const deliveryPrice = (isDeliveryPriced && input.deliveryPrice) || null
  const pregnant = new Set(cart.pregnantPatientIds)
  const patients = input.patients.flatMap((patient) => {
    const analysisIds = cart.analysisIdsByPatientId[patient.id]
    if (!analysisIds?.length) return []
    const decisions = cart.materialDecisions[patient.id] ?? {}
    const isPregnancyConfirmed = pregnant.has(patient.id)
    return [calculatePatient({ patient, analysisIds, decisions, isPregnancyConfirmed, assortment, onDate })]
  })
  const cartTotal = sum(
    patients.map(({ subtotal }) => subtotal),
    currency,
  )
  const known = new Set(patients.map(({ patientId }) => patientId))
  const parts = {
    unavailable: patients.flatMap(({ unavailable }) => unavailable),
    brokenRequirements: patients.flatMap(({ brokenRequirements }) => brokenRequirements),
    undecidedMaterials: undecidedByPatient(patients),
    unknownPatientIds: Object.keys(cart.analysisIdsByPatientId).filter((id) => !known.has(id)),
  }
  return {
    currency,
    patients,
    cartTotal,
    deliveryPrice,
    orderTotal: deliveryPrice ? add(cartTotal, deliveryPrice) : cartTotal,
    ...parts,
    obstacles: obstaclesOf({ ...parts, patients, isDeliveryPriced }),
  }
}

function undecidedByPatient(patients: readonly CalculatedPatient[]): MaterialDecisionRequestMap {
  const requests: Record<string, Record<number, MaterialDecisionRequest>> = {}
  for (const { patientId, undecidedMaterials } of patients) {
    if (undecidedMaterials.length === 0) continue
    requests[patientId] = Object.fromEntries(
      undecidedMaterials.map((request) => [request.materialId, request]),
    )
  }
  return requests
}

function obstaclesOf(
  cart: Pick<
    CalculatedCart,
    'patients' | 'unknownPatientIds' | 'unavailable' | 'brokenRequirements' | 'undecidedMaterials'
  > & { isDeliveryPriced: boolean },
): OrderObstacle[] {
  const found: [OrderObstacle, boolean][] = [
    ['cart_empty', cart.patients.every(({ lines }) => lines.length === 0)],
    ['unknown_patients', cart.unknownPatientIds.length > 0],
    ['unavailable_lines', cart.unavailable.length > 0],
    ['broken_requirements', cart.brokenRequirements.length > 0],
    ['undecided_materials', Object.keys(cart.undecidedMaterials).length > 0],
    ['delivery_currency', !cart.isDeliveryPriced],
  ]
  return found.flatMap(([obstacle, isThere]) => (isThere ? obstacle : []))
}
