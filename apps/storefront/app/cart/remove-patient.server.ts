import type { CartAnswer } from '@shop/contract/cart'
import { removePatient as remove } from '@shop/domain/remove-from-cart'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { removeAndAnswer } from './remove-and-answer.server.ts'

/** Takes everything of one patient out. */
export function removePatient({ shop, patientId }: { shop: Shop; patientId: string }): Promise<CartAnswer> {
  return removeAndAnswer(shop, (cart, { catalogue: { assortment } }) =>
    remove({ cart, patientId, assortment }),
  )
}
