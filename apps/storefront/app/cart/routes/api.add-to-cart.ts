import { addToCartSchema } from '@shop/contract/cart'
import { answerUser, readJson } from '../../platform/problems/api-answer.server.ts'
import { onlyMethods } from '../../platform/problems/only-method.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { addToCart } from '../add-to-cart.server.ts'
import type { Route } from './+types/api.add-to-cart'

function change({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return answerUser(shop, async () => {
    return addToCart({ shop, ...(await readJson(request, addToCartSchema)) })
  })
}

export const loader = onlyMethods({ POST: change })
export const action = loader
