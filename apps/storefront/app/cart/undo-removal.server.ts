import type { CartAnswer } from '@shop/contract/cart'
import { Problem } from '@shop/contract/problem'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { changeCart } from './change-cart.server.ts'
import { encodeCartAnswer } from './encode-cart.server.ts'

/**
 * Takes the last removal back, if nothing has changed the cart since.
 * @throws Problem `stale_write` when something has
 */
export async function undoRemoval({ shop }: { shop: Shop }): Promise<CartAnswer> {
  const { open } = await changeCart(shop, (open) => {
    const { previous } = open.records.cart.body
    if (!previous) throw new Problem('stale_write')
    return { cart: previous, result: undefined }
  })
  return encodeCartAnswer(open)
}
