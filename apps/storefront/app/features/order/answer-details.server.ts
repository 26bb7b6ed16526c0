import type { OrderDetails } from '@shop/contract/cart'
import { calculateOpenCart } from '../../storage/calculate-open-cart.ts'
import { calculatorInput } from '../../storage/change-cart.server.ts'
import { encodeOrderDetails } from '../../storage/encode-cart.server.ts'
import type { OpenCart } from '../../storage/open-cart.server.ts'

/** The order details of an open cart, as every order call answers them. */
export function answerDetails(open: OpenCart): OrderDetails {
  return encodeOrderDetails(open, calculateOpenCart(calculatorInput(open)))
}
