import { isDeepStrictEqual } from 'node:util'
import type { CartDocument } from '@shop/domain/cart'
import { changeDocument } from '../platform/records/change-document.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { calculateOpenCart, withoutUnknownPatients } from './calculate-open-cart.ts'
import type { CartBody } from './cart-bodies.ts'
import { readCartDocuments } from './cart-documents.server.ts'
import { type OpenCart, readSurroundings, withCatalogue } from './open-cart.server.ts'
import { seenPricesOf } from './seen-prices.ts'

export interface CartChange<Result> {
  /** The cart to be stored; undefined: nothing is written. */
  cart?: CartDocument | undefined
  /** Keeps the cart as it was for one step back. */
  undoable?: boolean
  /** Today's prices count as seen from now on. */
  pricesSeen?: boolean
  result: Result
}

/** The calculator's input for an open cart; `cart` in place of the stored one. */
export function calculatorInput(open: OpenCart, cart: CartDocument = open.documents.cart.body.cart) {
  const { documents, patients, laboratory, catalogue, shop } = open
  return {
    cart,
    draft: documents.draft.body,
    patients,
    laboratory,
    assortment: catalogue.assortment,
    businessTimeZone: shop.businessTimeZone,
    now: shop.now(),
  }
}

function bodyAfter(
  open: OpenCart,
  { cart, undoable = false, pricesSeen = false }: CartChange<unknown> & { cart: CartDocument },
): CartBody {
  const { body } = open.documents.cart
  const before = pricesSeen ? null : body.seenPrices
  const { laboratory } = open
  const calculated = calculateOpenCart(calculatorInput(open, cart))
  return {
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
  const { read, version, result } = await changeDocument({
    queries: shop.database.queries,
    owner,
    now: shop.now,
    async read() {
      const documents = await readCartDocuments(shop, owner)
      return { document: documents.cart, open: await withCatalogue(surroundings, documents) }
    },
    async change({ open }) {
      const { body } = open.documents.cart
      const known = { ...open, documents: withCart(open, withoutUnknownPatients(body.cart, patients)) }
      const changed = await change(known)
      const { cart, result } = changed
      const after = cart ? bodyAfter(known, { ...changed, cart }) : body
      const unchanged = isDeepStrictEqual({ ...after, previous: null }, { ...body, previous: null })
      return unchanged
        ? { body: undefined, result: { result, after: body } }
        : { body: after, result: { result, after } }
    },
  })
  keepCartId(shop, read.open.documents.cartId)
  const cart = { ...read.open.documents.cart, version, body: result.after }
  return { open: { ...read.open, documents: { ...read.open.documents, cart } }, result: result.result }
}

function withCart({ documents }: OpenCart, cart: CartDocument): OpenCart['documents'] {
  return { ...documents, cart: { ...documents.cart, body: { ...documents.cart.body, cart } } }
}

/** The browser keeps the id; a caller that names it in a header needs no cookie, but gets none the worse. */
export function keepCartId(shop: Shop, cartId: string): void {
  if (shop.cookies.get('cartStorageId') !== cartId) {
    shop.cookies.set('cartStorageId', cartId)
  }
}
