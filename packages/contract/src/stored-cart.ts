import type { Cart } from '@shop/domain/cart'
import { type Feedback, feedbackFromWire, feedbackToWire } from './order-codec.ts'
import { DEFAULT_FEEDBACK, type FeedbackDetails } from './orders.ts'

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

interface Draft<HomeCall> {
  chosenTime: ChosenTime | null
  homeCall: HomeCall | null
  feedback: Feedback
}
/** The names under which every release stores them. */
interface StoredDraft<HomeCall> {
  nurseCheckout: ChosenTime | null
  callDetails: HomeCall | null
  feedbackDetails: FeedbackDetails
}

/** An order draft as every release stores it. */
export function draftToStored<HomeCall, Rest>(draft: Draft<HomeCall> & Rest) {
  const { chosenTime, homeCall, feedback, ...rest } = draft
  const stored: StoredDraft<HomeCall> = {
    nurseCheckout: chosenTime,
    callDetails: homeCall,
    feedbackDetails: feedbackToWire(feedback),
  }
  return { ...rest, ...stored }
}

/** A record that does not exist yet has no fields. */
export function draftFromStored<HomeCall, Rest>(stored: Partial<StoredDraft<HomeCall>> & Rest) {
  const { nurseCheckout, callDetails, feedbackDetails, ...rest } = stored
  return {
    ...rest,
    ...(nurseCheckout === undefined ? {} : { chosenTime: nurseCheckout }),
    ...(callDetails === undefined ? {} : { homeCall: callDetails }),
    feedback: feedbackFromWire(feedbackDetails ?? DEFAULT_FEEDBACK),
  }
}
