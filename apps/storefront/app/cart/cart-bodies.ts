import type { CalculatedCallStructure } from '@shop/contract/cart'
import { DEFAULT_FEEDBACK, type FeedbackDetails } from '@shop/contract/orders'
import { type Cart, emptyCart } from '@shop/domain/cart'

/** Prices in minor units that the patient has been shown, to tell later what has changed since. */
export interface SeenPrices {
  laboratoryId: number
  currency: string
  analyses: Record<number, number>
  materials: Record<number, number>
}

/** In which shape a cart's body is written; an earlier one is brought into it when it is read. */
const CART_FORMAT = 2

/** What is stored of a cart. */
export interface CartBody {
  format: typeof CART_FORMAT
  cart: Cart
  /** The cart before the last removal, for one step back. */
  previous: Cart | null
  /** The laboratory of the last change: the cart's when a caller names none. */
  laboratoryId: number | null
  seenPrices: SeenPrices | null
}

export type CallDetails = Omit<CalculatedCallStructure, 'regionName'>

/** A call as it is kept. The release before kept it without its laboratory: then the time counts at the cart's. */
interface KeptCall extends CallDetails {
  laboratoryId?: number
}

/** The order made of this cart last. */
export interface LastOrder {
  id: string
  redirectUrl: string
  createdAt: string
  /** Version of the cart once it was emptied: while it stands, the same order is meant. */
  emptiedVersion: number | null
}

/** What is stored of an order while it is being made. */
export interface OrderDraftBody {
  /** A time at a branch, and of which one. */
  nurseCheckout: { date: string; laboratoryId: number } | null
  /**
   * A call of a nurse; `visitDate` is '' once an order was made of it and only the address is remembered. At
   * another laboratory, too, only the address counts.
   */
  callDetails: KeptCall | null
  feedbackDetails: FeedbackDetails
  /** Fields of the call form that were typed but not saved yet. */
  typedCall: Record<string, string> | null
  lastOrder: LastOrder | null
}

export const EMPTY_CART_BODY: CartBody = {
  format: CART_FORMAT,
  cart: emptyCart,
  previous: null,
  laboratoryId: null,
  seenPrices: null,
}

export const EMPTY_ORDER_DRAFT: OrderDraftBody = {
  nurseCheckout: null,
  callDetails: null,
  feedbackDetails: DEFAULT_FEEDBACK,
  typedCall: null,
  lastOrder: null,
}

/** Format 1 named the decisions as the wire does and had no number. */
interface FirstCart extends Omit<Cart, 'materialDecisions'> {
  isBoughtOptionalMaterialMap: Cart['materialDecisions']
  materialDecisions?: Cart['materialDecisions']
}
interface FirstCartBody extends Omit<CartBody, 'format' | 'cart' | 'previous'> {
  format?: typeof CART_FORMAT
  cart: FirstCart
  previous: FirstCart | null
}

/**
 * The body of a cart's record as the code knows it. A process of the release before may run beside this one: what it
 * writes has no format, and from what is written here it takes the old name.
 */
export function cartBodyOf(stored: Partial<FirstCartBody>): CartBody {
  const { cart, previous, ...rest } = stored
  return {
    ...EMPTY_CART_BODY,
    ...rest,
    format: CART_FORMAT,
    cart: cart ? secondCartOf(cart) : emptyCart,
    previous: previous ? secondCartOf(previous) : null,
  }
}

/** What is written: format 2, and in it what the release before reads. The next release writes `body` as it is. */
export function storedCartBody(body: CartBody): object {
  const { cart, previous } = body
  return { ...body, cart: withFirstName(cart), previous: previous && withFirstName(previous) }
}

const withFirstName = (cart: Cart) => ({ ...cart, isBoughtOptionalMaterialMap: cart.materialDecisions })

function secondCartOf(stored: FirstCart): Cart {
  const { isBoughtOptionalMaterialMap, materialDecisions = isBoughtOptionalMaterialMap, ...cart } = stored
  return { ...cart, materialDecisions }
}

export function orderDraftBodyOf(stored: Partial<OrderDraftBody>): OrderDraftBody {
  return { ...EMPTY_ORDER_DRAFT, ...stored }
}
