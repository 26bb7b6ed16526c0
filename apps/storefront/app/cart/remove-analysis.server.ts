import type { CartAnswer } from '@shop/contract/cart'
import { removeAnalysis as remove } from '@shop/domain/remove-from-cart'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { removeAndAnswer } from './remove-and-answer.server.ts'

/** Takes one analysis out for every patient. */
export function removeAnalysis({
  shop,
  analysisId,
}: {
  shop: Shop
  analysisId: number
}): Promise<CartAnswer> {
  return removeAndAnswer(shop, (cart, { catalogue: { assortment } }) =>
    remove({ cart, analysisId, assortment }),
  )
}
