import type { OrderDetails } from '@shop/contract/cart'
import { calculateOpenCart } from '../cart/calculate-open-cart.ts'
import { calculatorInput } from '../cart/change-cart.server.ts'
import { encodeOrderDetails } from '../cart/encode-cart.server.ts'
import type { OpenCart } from '../cart/open-cart.server.ts'

/** The order details of an open cart, as every order call answers them. */
export function answerDetails(open: OpenCart): OrderDetails {
  return encodeOrderDetails(open, calculateOpenCart(calculatorInput(open)))
}
