import { addProfileToCartSchema } from '@shop/contract/cart'
import { answerUser, readJson } from '../../api-answer.server.ts'
import { addProfileToCart } from '../../features/cart/add-profile-to-cart.server.ts'
import { onlyMethods } from '../../only-method.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/cart.add-profile-to-cart'

function change({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return answerUser(shop, async () => {
    const { profileId, patientIds, updateToIsBoughtOptionalMaterialMap, confirmations } = await readJson(
      request,
      addProfileToCartSchema,
    )
    const decisions = updateToIsBoughtOptionalMaterialMap
    return addProfileToCart({ shop, profileId, patientIds, decisions, confirmations })
  })
}

export const loader = onlyMethods({ POST: change })
export const action = loader
