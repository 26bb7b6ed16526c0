import type { Cart } from '@shop/domain/cart'
import { type Feedback, feedbackFromWire, feedbackToWire } from './order-codec.ts'
import { DEFAULT_FEEDBACK, type FeedbackDetails } from './orders.ts'
import { renamed } from './renamed.ts'

type Decisions = Cart['materialDecisions']

/**
 * A cart as the storefront stores it. Format 1 had the wire's name for the decisions; format 2 has both, so that a
 * process of the previous release can read it.
 */
export interface StoredCart extends Omit<Cart, 'materialDecisions'> {
  isBoughtOptionalMaterialMap: Decisions
  materialDecisions?: Decisions
}

export function cartFromStored(stored: StoredCart): Cart {
  const { isBoughtOptionalMaterialMap, materialDecisions = isBoughtOptionalMaterialMap, ...cart } = stored
  return { ...cart, materialDecisions }
}

/** The next release stores a `Cart` as it is. */
export function cartToStored(cart: Cart): StoredCart {
  return { ...cart, isBoughtOptionalMaterialMap: cart.materialDecisions }
}

/** The time chosen for the visit, and the laboratory at which it counts. */
interface ChosenTime {
  date: string
  laboratoryId: number
}

/** An order draft with the names under which every release stores it. */
export function draftToStored<Draft extends { chosenTime: ChosenTime | null; feedbackDetails: Feedback }>(
  draft: Draft,
) {
  const stored = renamed(draft, 'chosenTime', 'nurseCheckout')
  return { ...stored, feedbackDetails: feedbackToWire(draft.feedbackDetails) }
}

/** A record that does not exist yet has no fields. */
export function draftFromStored<
  Stored extends { nurseCheckout?: ChosenTime | null; feedbackDetails?: FeedbackDetails },
>(stored: Stored) {
  const draft = renamed(stored, 'nurseCheckout', 'chosenTime')
  return { ...draft, feedbackDetails: feedbackFromWire(stored.feedbackDetails ?? DEFAULT_FEEDBACK) }
}
