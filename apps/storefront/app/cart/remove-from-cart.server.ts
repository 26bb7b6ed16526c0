import type { CartAnswer } from '@shop/contract/cart'
import { Problem } from '@shop/contract/problem'
import { type Cart, emptyCart } from '@shop/domain/cart'
import { withoutAnalysis, withoutPatient, withoutPatientAnalysis } from '@shop/domain/remove-from-cart'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { encodeCartAnswer } from './encode-cart.server.ts'
import { changeCart, type OpenCart } from './open-cart.server.ts'

// Run by the forms of the cart's page and by the calls of the local API.

/** Removes one analysis of one patient; if it is not there, nothing changes. */
export function removePatientAnalysis(input: {
  shop: Shop
  patientId: string
  analysisId: number
}): Promise<CartAnswer> {
  const { shop, patientId, analysisId } = input
  return removeAndAnswer(shop, (cart, { catalogue: { assortment } }) =>
    withoutPatientAnalysis({ cart, patientId, analysisId, assortment }),
  )
}

/** Removes one analysis for every patient. */
export function removeAnalysis(input: { shop: Shop; analysisId: number }): Promise<CartAnswer> {
  const { shop, analysisId } = input
  return removeAndAnswer(shop, (cart, { catalogue: { assortment } }) =>
    withoutAnalysis({ cart, analysisId, assortment }),
  )
}

/** Removes everything of one patient. */
export function removePatient({ shop, patientId }: { shop: Shop; patientId: string }): Promise<CartAnswer> {
  return removeAndAnswer(shop, (cart, { catalogue: { assortment } }) =>
    withoutPatient({ cart, patientId, assortment }),
  )
}

/** Empties the cart; the order draft (address, visit) stays. */
export function resetCart({ shop }: { shop: Shop }): Promise<CartAnswer> {
  return removeAndAnswer(shop, () => emptyCart)
}

/**
 * Undoes the last removal if nothing has changed the cart since.
 * @throws Problem `stale_write` if something has
 */
export async function undoRemoval({ shop }: { shop: Shop }): Promise<CartAnswer> {
  const { open } = await changeCart(shop, (open) => {
    const { previous } = open.records.cart.body
    if (!previous) throw new Problem('stale_write')
    return { cart: previous, result: undefined }
  })
  return encodeCartAnswer(open)
}

/** Removes something from the cart, with one undo, and answers like every cart call. */
async function removeAndAnswer(
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
