import type { CartAnswer } from '@shop/contract/cart'
import { Problem } from '@shop/contract/problem'
import { pruneCart } from '@shop/domain/prune-cart'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { changeCart } from './change-cart.server.ts'
import { encodeCartAnswer } from './encode-cart.server.ts'

/**
 * Decides, or decides anew, whether a patient of the cart buys an optional material or brings it.
 * @throws Problem `unknown_patient`, `unknown_material`
 */
export async function decideMaterial(input: {
  shop: Shop
  patientId: string
  materialId: number
  isBought: boolean
}): Promise<CartAnswer> {
  const { patientId, materialId, isBought } = input
  const { open } = await changeCart(input.shop, ({ documents, catalogue }) => {
    const { cart } = documents.cart.body
    if (!cart.analysisIdsByPatientId[patientId]) throw new Problem('unknown_patient')
    if (!catalogue.assortment.materials.get(materialId)?.isOptional) throw new Problem('unknown_material')
    const ofPatient = { ...cart.isBoughtOptionalMaterialMap[patientId], [materialId]: isBought }
    const isBoughtOptionalMaterialMap = { ...cart.isBoughtOptionalMaterialMap, [patientId]: ofPatient }
    return {
      cart: pruneCart({ ...cart, isBoughtOptionalMaterialMap }, catalogue.assortment),
      result: undefined,
    }
  })
  return encodeCartAnswer(open)
}
