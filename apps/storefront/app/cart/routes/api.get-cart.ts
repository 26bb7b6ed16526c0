import { answerJson } from '../../platform/problems/api-answer.server.ts'
import { onlyMethods } from '../../platform/problems/only-method.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { getCart } from '../get-cart.server.ts'
import type { Route } from './+types/api.get-cart'

function read({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return answerJson(shop, () => getCart({ shop }))
}

export const loader = onlyMethods({ GET: read, HEAD: read })
export const action = loader
