import { type AddToCart, withAnalyses } from './add-to-cart.ts'
import { calculateCart } from './calculate-cart.ts'
import type { Cart, RuleApplication } from './cart.ts'
import type { Money } from './money.ts'

/** What an addition for one patient will do to the cart. */
export interface AdditionQuote {
  /** How much the cart's total grows if optional materials are brought. */
  readonly difference: Money
  /** Optional materials to decide about, and what buying each adds to the difference. */
  readonly materials: readonly { readonly materialId: number; readonly name: string; readonly price: Money }[]
  /** What is added to the cart, including companions that were not asked for. */
  readonly addedIds: readonly number[]
  readonly companionIds: readonly number[]
  /** Everything that the patient has afterwards. */
  readonly heldIds: readonly number[]
  /** Rules applied to what was asked for. */
  readonly applications: readonly RuleApplication[]
}

export interface QuotedAddition extends Omit<AddToCart, 'patientIds' | 'decisions' | 'confirmations'> {
  readonly patientId: string
  readonly isPregnancyConfirmed: boolean
}

/**
 * Tries the addition exactly as it will be done, and returns its cost: the total of the cart after it minus the
 * total before it. Quotes of several patients add up. Null if anything is refused.
 */
export function quoteAddition(input: QuotedAddition): AdditionQuote | null {
  const { patientId, isPregnancyConfirmed, cart } = input
  const confirmations = { [patientId]: { pregnant: isPregnancyConfirmed } }
  const call = { ...input, patientIds: [patientId], confirmations }
  const asking = withAnalyses(call)
  const isAsking = asking.status === 'undecided'
  const asked = isAsking ? Object.keys(asking.undecidedMaterials[patientId] ?? {}) : []
  const bought = Object.fromEntries(asked.map((materialId) => [materialId, true]))
  const result = isAsking ? withAnalyses({ ...call, decisions: { [patientId]: bought } }) : asking
  if (!('cart' in result)) return null
  const before = partOf(cart, input)
  const after = partOf(result.cart, input)
  const materials = (after.part?.materials ?? [])
    .filter(({ materialId }) => asked.includes(String(materialId)))
    .map(({ materialId, name, total }) => ({ materialId, name, price: total }))
  const bringing = materials.reduce((sum, { price }) => sum - price.amount, after.total.amount)
  const held = new Set(cart.analysisIdsByPatientId[patientId])
  const heldIds = result.cart.analysisIdsByPatientId[patientId] ?? []
  const addedIds = heldIds.filter((id) => !held.has(id))
  return {
    difference: { amount: bringing - before.total.amount, currency: after.total.currency },
    materials,
    addedIds,
    companionIds: addedIds.filter((id) => !input.analysisIds.includes(id)),
    heldIds,
    applications: result.ruleApplications,
  }
}

/** The one patient's part of a cart: the addition does not change the other patients' parts. */
function partOf(cart: Cart, { patientId, patients, assortment, onDate }: QuotedAddition) {
  const own = patients.filter(({ id }) => id === patientId)
  const { cartTotal, patients: parts } = calculateCart({ cart, patients: own, assortment, onDate })
  return { total: cartTotal, part: parts[0] }
}
