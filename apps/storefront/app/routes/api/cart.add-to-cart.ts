import { addToCartSchema } from '@shop/contract/cart'
import { answerUser, readJson } from '../../api-answer.server.ts'
import { addToCart } from '../../features/cart/add-to-cart.server.ts'
import { onlyMethods } from '../../only-method.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/cart.add-to-cart'

function change({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return answerUser(shop, async () => {
    const { analysisId, patientIds, updateToIsBoughtOptionalMaterialMap, confirmations } = await readJson(
      request,
      addToCartSchema,
    )
    const decisions = updateToIsBoughtOptionalMaterialMap
    return addToCart({ shop, analysisId, patientIds, decisions, confirmations })
  })
}

export const loader = onlyMethods({ POST: change })
export const action = loader
