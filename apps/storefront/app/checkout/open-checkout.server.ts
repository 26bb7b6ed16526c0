import { redirect } from 'react-router'
import { calculateOpenCart } from '../cart/calculate-open-cart.ts'
import { calculatorInput } from '../cart/change-cart.server.ts'
import { type OpenCart, openCart } from '../cart/open-cart.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'

/** The cart of a checkout step; without anything that can be ordered there is no checkout, only the cart. */
export async function openCheckout(
  shop: Shop,
): Promise<OpenCart & { laboratory: NonNullable<OpenCart['laboratory']> }> {
  const open = await openCart(shop)
  const { obstacles } = calculateOpenCart(calculatorInput(open))
  const { laboratory } = open
  if (!laboratory || obstacles.length > 0) throw redirect(pathOf('cart'))
  return { ...open, laboratory }
}
