import { isDeepStrictEqual } from 'node:util'
import type { Cart } from '@shop/domain/cart'
import { changeRecord } from '../platform/records/change-record.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { calculateOpenCart, withoutUnknownPatients } from './calculate-open-cart.ts'
import { type CartBody, storedCartBody } from './cart-bodies.ts'
import { readCartRecords } from './cart-records.server.ts'
import { type OpenCart, readSurroundings, withCatalogue } from './open-cart.server.ts'
import { seenPricesOf } from './seen-prices.ts'

export interface CartChange<Result> {
  /** The cart to be stored; undefined: nothing is written. */
  cart?: Cart | undefined
  /** Keeps the cart as it was for one step back. */
  undoable?: boolean
  /** Today's prices count as seen from now on. */
  pricesSeen?: boolean
  result: Result
}

/** The calculator's input for an open cart; `cart` in place of the stored one. */
export function calculatorInput(open: OpenCart, cart: Cart = open.records.cart.body.cart) {
  const { records, patients, laboratory, catalogue, shop } = open
  return {
    cart,
    draft: records.draft.body,
    patients,
    laboratory,
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
 * Changes the caller's cart: a read and a write, and again from the start when another change came in between.
 * Answers the cart as it is now. `change` is called with patients that are the user's, and may throw a `Problem`.
 */
export async function changeCart<Result>(
  shop: Shop,
  change: (open: OpenCart) => CartChange<Result> | Promise<CartChange<Result>>,
): Promise<{ open: OpenCart; result: Result }> {
  const surroundings = await readSurroundings(shop)
  const { owner, patients } = surroundings
  const { read, version, result } = await changeRecord({
    queries: shop.database.queries,
    owner,
    now: shop.now,
    async read() {
      const records = await readCartRecords(shop, owner)
      return { record: records.cart, open: await withCatalogue(surroundings, records) }
    },
    async change({ open }) {
      const { body } = open.records.cart
      const known = { ...open, records: withCart(open, withoutUnknownPatients(body.cart, patients)) }
      const changed = await change(known)
      const { cart, result } = changed
      const after = cart ? bodyAfter(known, { ...changed, cart }) : body
      const unchanged = isDeepStrictEqual({ ...after, previous: null }, { ...body, previous: null })
      return unchanged
        ? { body: undefined, result: { result, after: body } }
        : { body: storedCartBody(after), result: { result, after } }
    },
  })
  keepCartId(shop, read.open.records.cartId)
  const cart = { ...read.open.records.cart, version, body: result.after }
  return { open: { ...read.open, records: { ...read.open.records, cart } }, result: result.result }
}

function withCart({ records }: OpenCart, cart: Cart): OpenCart['records'] {
  return { ...records, cart: { ...records.cart, body: { ...records.cart.body, cart } } }
}

/** The browser keeps the id; a caller that names it in a header needs no cookie, but gets none the worse. */
export function keepCartId(shop: Shop, cartId: string): void {
  if (shop.cookies.get('cartStorageId') !== cartId) {
    shop.cookies.set('cartStorageId', cartId)
  }
}
