import { type CartAnswer, EMPTY_CART, EMPTY_ORDER_DETAILS } from '@shop/contract/cart'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { encodeCartAnswer } from './encode-cart.server.ts'
import { openCart } from './open-cart.server.ts'

/** The caller's cart; a guest's is the empty one. */
export async function getCart({ shop }: { shop: Shop }): Promise<CartAnswer> {
  if (!shop.token) return { status: 'calculated', cart: EMPTY_CART, orderDetails: EMPTY_ORDER_DETAILS }
  return encodeCartAnswer(await openCart(shop))
}
