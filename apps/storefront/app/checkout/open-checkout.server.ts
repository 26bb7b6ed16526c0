import type { OrderObstacle } from '@shop/domain/calculate-cart'
import { redirect } from 'react-router'
import { calculateOpenCart, type OpenCart, openCart } from '../cart/open-cart.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'

/** Ages depend on the day of the visit, so the visit's steps stay open while only a rule is broken. */
export const UNTIL_THE_VISIT: readonly OrderObstacle[] = ['broken_requirements']

/**
 * The cart of a checkout step; if it cannot be ordered, redirects to the cart.
 * `passing`: obstacles that may still be resolved.
 */
export async function openCheckout(
  shop: Shop,
  passing: readonly OrderObstacle[] = [],
): Promise<OpenCart & { laboratory: NonNullable<OpenCart['laboratory']> }> {
  const open = await openCart(shop)
  const { obstacles } = calculateOpenCart(open)
  const { laboratory } = open
  if (!laboratory || obstacles.some((obstacle) => !passing.includes(obstacle))) throw redirect(pathOf('cart'))
  return { ...open, laboratory }
}
