import type { CartAnswer } from '@shop/contract/cart'
import { emptyCart } from '@shop/domain/cart'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { removeAndAnswer } from './remove-and-answer.server.ts'

/** Empties the cart; the order draft (address, visit) stays. */
export function resetCart({ shop }: { shop: Shop }): Promise<CartAnswer> {
  return removeAndAnswer(shop, () => emptyCart)
}
