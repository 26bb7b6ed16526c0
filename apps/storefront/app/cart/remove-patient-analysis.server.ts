import type { CartAnswer } from '@shop/contract/cart'
import { removePatientAnalysis as remove } from '@shop/domain/remove-from-cart'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { removeAndAnswer } from './remove-and-answer.server.ts'

/** Takes one analysis of one patient out; what is not there changes nothing. */
export function removePatientAnalysis(input: {
  shop: Shop
  patientId: string
  analysisId: number
}): Promise<CartAnswer> {
  const { shop, patientId, analysisId } = input
  return removeAndAnswer(shop, (cart, { catalogue: { assortment } }) =>
    remove({ cart, patientId, analysisId, assortment }),
  )
}
