import { isDeepStrictEqual } from 'node:util'
import type { Cart } from '@shop/domain/cart'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { calculateOpenCart, withoutUnknownPatients } from './calculate-open-cart.ts'
import { type CartBody, storedCartBody } from './cart-bodies.ts'
import { changeOpenCart, type OpenCart } from './open-cart.server.ts'
import { seenPricesOf } from './seen-prices.ts'

export interface CartChange<Result> {
  /** The cart to store; undefined: nothing is written. */
  cart?: Cart | undefined
  /** Keeps the previous cart for one undo. */
  undoable?: boolean
  /** From now on today's prices count as seen. */
  pricesSeen?: boolean
  result: Result
}

/** The calculator's input for an open cart; `cart` replaces the stored one. */
export function calculatorInput(open: OpenCart, cart: Cart = open.records.cart.body.cart) {
  const { records, patients, laboratory, regions, catalogue, shop } = open
  return {
    cart,
    draft: records.draft.body,
    patients,
    laboratory,
    regions,
    assortment: catalogue.assortment,
    businessTimeZone: shop.businessTimeZone,
    now: shop.now(),
  }
}

function bodyAfter(
  open: OpenCart,
  { cart, undoable = false, pricesSeen = false }: CartChange<unknown> & { cart: Cart },
): CartBody {
  const { body } = open.records.cart
  const before = pricesSeen ? null : body.seenPrices
  const { laboratory } = open
  const calculated = calculateOpenCart(calculatorInput(open, cart))
  return {
    ...body,
    cart,
    previous: undoable ? body.cart : null,
    laboratoryId: laboratory?.id ?? body.laboratoryId,
    seenPrices: laboratory ? seenPricesOf(calculated, laboratory.id, before) : body.seenPrices,
  }
}

/**
 * Changes the caller's cart: reads and writes it, and starts over if another change came in between. Returns the cart
 * as it is now. `change` gets a cart with the user's current patients only, and may throw a `Problem`.
 */
export async function changeCart<Result>(
  shop: Shop,
  change: (open: OpenCart) => CartChange<Result> | Promise<CartChange<Result>>,
): Promise<{ open: OpenCart; result: Result }> {
  return changeOpenCart(shop, 'cart', async (open) => {
    const { body } = open.records.cart
    const known = { ...open, records: withCart(open, withoutUnknownPatients(body.cart, open.patients)) }
    const changed = await change(known)
    const { cart, result } = changed
    const after = cart ? bodyAfter(known, { ...changed, cart }) : body
    const unchanged = isDeepStrictEqual({ ...after, previous: null }, { ...body, previous: null })
    return unchanged
      ? { stored: undefined, body, result }
      : { stored: storedCartBody(after), body: after, result }
  })
}

function withCart({ records }: OpenCart, cart: Cart): OpenCart['records'] {
  return { ...records, cart: { ...records.cart, body: { ...records.cart.body, cart } } }
}
