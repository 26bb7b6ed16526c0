import type { CartAnswer } from '@shop/contract/cart'
import type { Cart } from '@shop/domain/cart'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { changeCart } from './change-cart.server.ts'
import { encodeCartAnswer } from './encode-cart.server.ts'
import type { OpenCart } from './open-cart.server.ts'

/** Removes something from the cart, can be taken back once, and answers as every cart call does. */
export async function removeAndAnswer(
  shop: Shop,
  remove: (cart: Cart, open: OpenCart) => Cart,
): Promise<CartAnswer> {
  const { open } = await changeCart(shop, (open) => ({
    cart: remove(open.records.cart.body.cart, open),
    undoable: true,
    result: undefined,
  }))
  return encodeCartAnswer(open)
}
