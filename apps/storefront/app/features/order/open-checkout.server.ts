import { redirect } from 'react-router'
import type { Shop } from '../../shop-context.server.ts'
import { calculateOpenCart } from '../../storage/calculate-open-cart.ts'
import { calculatorInput } from '../../storage/change-cart.server.ts'
import { type OpenCart, openCart } from '../../storage/open-cart.server.ts'

/** The cart of a checkout step; without anything that can be ordered there is no checkout, only the cart. */
export async function openCheckout(
  shop: Shop,
): Promise<OpenCart & { laboratory: NonNullable<OpenCart['laboratory']> }> {
  const open = await openCart(shop)
  const { obstacles } = calculateOpenCart(calculatorInput(open))
  const { laboratory } = open
  if (!laboratory || obstacles.length > 0) throw redirect('/order/cart')
  return { ...open, laboratory }
}
