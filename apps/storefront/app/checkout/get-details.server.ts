import { EMPTY_ORDER_DETAILS, type OrderDetails } from '@shop/contract/cart'
import { openCart } from '../cart/open-cart.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { answerDetails } from './answer-details.server.ts'

/** The caller's order details; a guest's are the empty ones. */
export async function getDetails({ shop }: { shop: Shop }): Promise<OrderDetails> {
  return shop.token ? answerDetails(await openCart(shop)) : EMPTY_ORDER_DETAILS
}
