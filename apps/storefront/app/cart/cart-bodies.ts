import type { CalculatedCallStructure } from '@shop/contract/cart'
import { type Feedback, feedbackFromWire } from '@shop/contract/order-codec'
import { DEFAULT_FEEDBACK } from '@shop/contract/orders'
import {
  cartFromStored,
  cartToStored,
  draftFromStored,
  draftToStored,
  type StoredCart,
} from '@shop/contract/stored-cart'
import { type Cart, emptyCart } from '@shop/domain/cart'

/** Prices in minor units that the patient has seen, so that later changes can be shown. */
export interface SeenPrices {
  laboratoryId: number
  currency: string
  analyses: Record<number, number>
  materials: Record<number, number>
}

/** The format in which a cart's body is written; an earlier one is converted when it is read. */
const CART_FORMAT = 2

/** The stored body of a cart. */
export interface CartBody {
  format: typeof CART_FORMAT
  cart: Cart
  /** The cart before the last removal, for a single undo. */
  previous: Cart | null
  /** The laboratory of the last change: used when a caller names none. */
  laboratoryId: number | null
  seenPrices: SeenPrices | null
}

export type HomeCall = Omit<CalculatedCallStructure, 'regionName'>

/** A stored home visit. The previous release stored it without its laboratory: its time then counts for the cart's. */
interface KeptHomeCall extends HomeCall {
  laboratoryId?: number
}

/** The last order made from this cart. */
export interface LastOrder {
  id: string
  redirectUrl: string
  createdAt: string
  /**
   * The cart's version after it was emptied: as long as it is unchanged, a repeated submission means the same order.
   */
  emptiedVersion: number | null
}

/** What is stored while an order is being made. */
export interface OrderDraftBody {
  /** A time at a branch, with the branch; at a home-visit laboratory `homeCall` has it too. */
  chosenTime: { date: string; laboratoryId: number } | null
  /**
   * A home visit. `visitDate` is '' once an order was made from it and only the address is remembered. At
   * another laboratory, too, only the address counts.
   */
  homeCall: KeptHomeCall | null
  feedback: Feedback
  /** Fields of the home visit's form that were typed but not yet saved. */
  typedCall: Record<string, string> | null
  lastOrder: LastOrder | null
}

const EMPTY_CART_BODY: CartBody = {
  format: CART_FORMAT,
  cart: emptyCart,
  previous: null,
  laboratoryId: null,
  seenPrices: null,
}

const EMPTY_ORDER_DRAFT: OrderDraftBody = {
  chosenTime: null,
  homeCall: null,
  feedback: feedbackFromWire(DEFAULT_FEEDBACK),
  typedCall: null,
  lastOrder: null,
}

interface StoredCartBody extends Omit<CartBody, 'format' | 'cart' | 'previous'> {
  /** Format 1 had no number. */
  format?: typeof CART_FORMAT
  cart: StoredCart
  previous: StoredCart | null
}

/**
 * The body of a cart's record in the current format. A process of the previous release may run beside this
 * one: its bodies have no format, and it reads the old field name from what this release writes.
 */
export function cartBodyOf(stored: Partial<StoredCartBody>): CartBody {
  const { cart, previous, ...rest } = stored
  return {
    ...EMPTY_CART_BODY,
    ...rest,
    format: CART_FORMAT,
    cart: cart ? cartFromStored(cart) : emptyCart,
    previous: previous ? cartFromStored(previous) : null,
  }
}

/**
 * The body to write: format 2, plus the field that the previous release reads. The next release writes `body` as it is.
 */
export function storedCartBody(body: CartBody): StoredCartBody {
  const { cart, previous } = body
  return { ...body, cart: cartToStored(cart), previous: previous && cartToStored(previous) }
}

type StoredDraftBody = ReturnType<typeof storedDraftBody>

export function orderDraftBodyOf(stored: Partial<StoredDraftBody>): OrderDraftBody {
  return { ...EMPTY_ORDER_DRAFT, ...draftFromStored(stored) }
}

/** The body to write: every release stores the same shape. */
export const storedDraftBody = (body: OrderDraftBody) => draftToStored(body)
